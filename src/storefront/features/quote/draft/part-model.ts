import type { SentModel } from '#contract/orders/part-item.ts';
import type { ModelCounts } from '#domain/charges/part-measures.ts';
import { modelScaleNames, modelScales, ALL_BODIES } from '#domain/models/model-check.ts';
import type { LengthUnit, Vector } from '#geometry/model-reading.ts';

/**
 * A part's model. Its file stays in the browser until the order is placed, or is on the server for a part of
 * an existing order. Measures are absent until the file is parsed, and after a failure.
 */
export interface PartModel {
  /** Id of the file in this browser, or `orderedFileId`. Parts from one file share it. */
  readonly fileId: string;
  readonly fileName: string;
  readonly fileBytes: number;
  /** Index of the body that forms this part; undefined for a single body, and for all bodies together. */
  readonly bodyIndex?: number;
  /** Whether all bodies of the file form this part. */
  readonly isWhole?: boolean;
  /** Scales the file's lengths, for a file whose declared unit is wrong. */
  readonly factor: number;
  /** Unit declared in the file. */
  readonly unit?: LengthUnit;
  readonly measures?: ModelMeasures;
  /** Code of the error that left the model without measures. */
  readonly failure?: string;
  /** For a part of an existing order: the model as submitted. */
  readonly ordered?: SentModel;
  /** For an ordered model: whether the server has a thumbnail. */
  readonly hasThumbnail?: boolean;
}

/** In the file's scale, before `factor`. */
export interface ModelMeasures {
  /** Number of bodies in the file, including identical ones. */
  readonly bodies: number;
  /** 0 if the customer still has to choose a body, and for an open surface. */
  readonly volumeMm3: number;
  /** Sides of the bounding box, longest first; absent if the customer still has to choose a body. */
  readonly sizeMm?: Vector;
  /** Whether it is a turned part, with a round outline. */
  readonly isTurned?: boolean | undefined;
  /** Measurements for charges; absent for an open surface, and in older drafts. */
  readonly counts?: ModelCounts | undefined;
}

/**
 * Volume and bounding box in mm, scaled by `factor`; undefined if the customer still has to choose a body. An
 * open surface has volume 0.
 */
export function figuresOf({ measures, factor }: PartModel) {
  if (!measures?.sizeMm) return undefined;
  const [length, width, height] = measures.sizeMm;
  return {
    volumeMm3: measures.volumeMm3 * factor ** 3,
    boxMm: [length * factor, width * factor, height * factor] as [number, number, number],
    isTurned: measures.isTurned ?? false,
  };
}

/** The model to submit with an order, given its file's server id; undefined without measures. */
export function sentModel(model: PartModel, id: number): SentModel | undefined {
  const figures = figuresOf(model);
  if (!figures) return undefined;
  const body = model.isWhole ? ALL_BODIES : (model.bodyIndex ?? 0);
  const scale = modelScaleNames.find((name) => modelScales[name] === model.factor) ?? '1';
  const { ordered } = model;
  const isAsOrdered = ordered?.id === id && (ordered.body ?? 0) === body && (ordered.scale ?? '1') === scale;
  // Scaling down and up again would change the last digit.
  return isAsOrdered ? ordered : { id, body, scale, ...figures };
}

const ORDERED = 'ordered-';

/** `PartModel.fileId` for a file of an existing order. */
export const orderedFileId = (id: number): string => `${ORDERED}${id}`;

/** The server id in an `orderedFileId`; undefined for a file chosen in this browser. */
export const orderedIdOf = (fileId: string): number | undefined =>
  fileId.startsWith(ORDERED) ? Number(fileId.slice(ORDERED.length)) : undefined;

/** Whether the model file is still to be parsed. */
export const isReading = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile !== undefined && !modelFile.measures && modelFile.failure === undefined;

/** Errors caused by the browser, not by the file. */
const BROWSER_FAILURES: ReadonlySet<string> = new Set([
  'out-of-time',
  'out-of-memory',
  'kernel-missing',
  'cancelled',
]);

/** Whether the browser failed to measure the model, so that the server has to. */
export const isMeasuredByServer = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile?.failure !== undefined && BROWSER_FAILURES.has(modelFile.failure);

/** Whether the model's measurements, on which charges depend, are still pending. */
export const isUnmeasured = (part: { modelFile?: PartModel }): boolean =>
  isReading(part) || isMeasuredByServer(part);

/** Whether the customer still has to choose between the bodies of the file. */
export const needsBodyChoice = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile?.measures !== undefined && !modelFile.measures.sizeMm;

/** Name of the field in which the customer makes that choice. */
export const BODIES_FIELD = 'bodies';

/** Why a part has no price: its model is being read, or its fields are incomplete. */
export const pendingLabel = (part: { modelFile?: PartModel }): string =>
  isReading(part) ? '读取中' : '待完善';
