import type { SentModel } from '#contract/orders/part-item.ts';
import type { ModelCounts } from '#domain/charges/part-measures.ts';
import { modelScaleNames, modelScales, WHOLE_BODY } from '#domain/models/model-check.ts';
import type { LengthUnit, Vector } from '#geometry/model-reading.ts';

/**
 * The model of a part: its file stays in this browser until ordering, or came with an order from the server. Measures are absent
 * before it is read and after a failure.
 */
export interface PartModel {
  /** Id of the file in this browser, or `orderedFileId`. Parts that came from one file share it. */
  readonly fileId: string;
  readonly fileName: string;
  readonly fileBytes: number;
  /** Number of the body that is this part; undefined for a file with one body and for all bodies together. */
  readonly bodyIndex?: number;
  /** Whether the customer wants several bodies as one part. */
  readonly isWhole?: boolean;
  /** By which the lengths of the file are multiplied, because its unit is not the one meant. */
  readonly factor: number;
  /** The unit that the file declares. */
  readonly unit?: LengthUnit;
  readonly measures?: ModelMeasures;
  /** Why there are no measures: a code with a sentence. */
  readonly failure?: string;
  /** Present for a part of an order: the model as it was sent, whose file is on the server. */
  readonly ordered?: SentModel;
  /** For an ordered model: the server has its picture. */
  readonly hasThumbnail?: boolean;
}

/** From the file, before `factor`. */
export interface ModelMeasures {
  /** All bodies of the file, equal ones included. */
  readonly bodies: number;
  /** 0 while several bodies wait for a choice, and for an open body. */
  readonly volumeMm3: number;
  /** Edges of the box of stock, longest first; absent while several bodies wait for a choice. */
  readonly sizeMm?: Vector;
  /** Its outline is round. */
  readonly isTurned?: boolean | undefined;
  /** The measures for charges; absent for an open surface, and in older drafts. */
  readonly counts?: ModelCounts | undefined;
}

/** Volume of the part, after `factor`; undefined while several bodies wait for a choice. An open surface has the volume 0. */
export function figuresOf({ measures, factor }: PartModel) {
  if (!measures?.sizeMm) return undefined;
  const [length, width, height] = measures.sizeMm;
  return {
    volumeMm3: measures.volumeMm3 * factor ** 3,
    boxMm: [length * factor, width * factor, height * factor] as [number, number, number],
    isTurned: measures.isTurned ?? false,
  };
}

/** The model for an order, once its file has this id on the server; undefined for a part without measures. */
export function sentModel(model: PartModel, id: number): SentModel | undefined {
  const figures = figuresOf(model);
  if (!figures) return undefined;
  const body = model.isWhole ? WHOLE_BODY : (model.bodyIndex ?? 0);
  const scale = modelScaleNames.find((name) => modelScales[name] === model.factor) ?? '1';
  const { ordered } = model;
  const isAsOrdered = ordered?.id === id && (ordered.body ?? 0) === body && (ordered.scale ?? '1') === scale;
  // Dividing by the scale and multiplying again would change the last digit.
  return isAsOrdered ? ordered : { id, body, scale, ...figures };
}

const ORDERED = 'ordered-';

/** The file of a model that came with an order. */
export const orderedFileId = (id: number): string => `${ORDERED}${id}`;

/** The id on the server of such a file; undefined for a file that was chosen in this browser. */
export const orderedIdOf = (fileId: string): number | undefined =>
  fileId.startsWith(ORDERED) ? Number(fileId.slice(ORDERED.length)) : undefined;

/** Whether the model still has to be read. */
export const isUnread = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile !== undefined && !modelFile.measures && modelFile.failure === undefined;

/** Failures of the browser, not of the file. */
const OF_BROWSER: ReadonlySet<string> = new Set([
  'out-of-time',
  'out-of-memory',
  'kernel-missing',
  'cancelled',
]);

/** Whether the server has to measure the model, because this browser could not. */
export const isLeftToServer = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile?.failure !== undefined && OF_BROWSER.has(modelFile.failure);

/** Whether the figures of the model, on which charges depend, are still to come. */
export const isUnmeasured = (part: { modelFile?: PartModel }): boolean =>
  isUnread(part) || isLeftToServer(part);

/** Whether the customer still has to say what happens to the several bodies of the file. */
export const isUndivided = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile?.measures !== undefined && !modelFile.measures.sizeMm;

/** The field of that choice. */
export const BODIES_FIELD = 'bodies';

/** Why a part has no price yet: its model is being read, or the customer has to act. */
export const openWord = (part: { modelFile?: PartModel }): string => (isUnread(part) ? '读取中' : '待完善');
