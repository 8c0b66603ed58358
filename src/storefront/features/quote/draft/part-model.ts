import type { LengthUnit, Vector } from '#geometry/model-reading.ts';

/** The model of a part: its file stays in this browser until ordering. Measures are absent before it is read and after a failure. */
export interface PartModel {
  /** Of the file in this browser. Parts that came from one file share it. */
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
}

/** As the file says, before `factor`. */
export interface ModelMeasures {
  /** All bodies of the file, equal ones included. */
  readonly bodies: number;
  /** 0 while several bodies wait for a choice, and for an open body. */
  readonly volumeMm3: number;
  /** Edges of the box of stock, longest first; absent while several bodies wait for a choice. */
  readonly sizeMm?: Vector;
  /** Its outline is round. */
  readonly isTurned?: boolean | undefined;
}

/** Of the part, after `factor`; undefined while several bodies wait for a choice, and for a part without a volume. */
export function figuresOf({ measures, factor }: PartModel) {
  if (!measures?.sizeMm || !(measures.volumeMm3 > 0)) return undefined;
  const [length, width, height] = measures.sizeMm;
  return {
    volumeMm3: measures.volumeMm3 * factor ** 3,
    boxMm: [length * factor, width * factor, height * factor] as [number, number, number],
    isTurned: measures.isTurned ?? false,
  };
}

/** Whether the model still has to be read. */
export const isUnread = ({ modelFile }: { modelFile?: PartModel }): boolean =>
  modelFile !== undefined && !modelFile.measures && modelFile.failure === undefined;

/** What a part without a price waits for: the reading of its model, or the customer. */
export const openWord = (part: { modelFile?: PartModel }): string => (isUnread(part) ? '读取中' : '待完善');
