import { codesAgree, edgesOf, readPartCode, type PartSize } from '#domain/parts/part-code.ts';

/** The fields of a line that decide whether it repeats another. */
export interface ComparedLine extends PartSize {
  readonly name: string;
  readonly materialId: number;
  /** Ids of the chosen options. */
  readonly optionIds: readonly number[];
  readonly hasModel: boolean;
}

/**
 * Whether a line repeats an earlier one: both have the same material, options and size, and either models of the same shape,
 * which the caller compares, or no models and the same drawing number and revision.
 */
export function isRepeatOf(line: ComparedLine, previous: ComparedLine, isSameShape: boolean): boolean {
  if (line.materialId !== previous.materialId || line.hasModel !== previous.hasModel) return false;
  if (keyOf(line) !== keyOf(previous)) return false;
  if (line.hasModel) return isSameShape;
  const [lineCode, previousCode] = [readPartCode(line.name), readPartCode(previous.name)];
  const canCompareCodes =
    lineCode.code !== '' &&
    previousCode.code !== '' &&
    (lineCode.revision === '') === (previousCode.revision === '');
  return canCompareCodes && codesAgree(lineCode, previousCode);
}

const keyOf = (line: ComparedLine): string =>
  `${edgesOf(line).join('×')}|${line.optionIds.toSorted((a, b) => a - b).join(',')}`;
