import { codesAgree, edgesOf, readPartCode, type PartSize } from '#domain/parts/part-code.ts';

/** A line as far as it decides whether it repeats another. */
export interface RepeatedLine extends PartSize {
  readonly name: string;
  readonly materialId: number;
  /** Ids of the chosen options. */
  readonly optionIds: readonly number[];
  readonly hasModel: boolean;
}

/**
 * Whether a line is an earlier one again: the same material, options and size, and with models on both sides the same shape, which the
 * caller has compared; without models the same drawing number and revision. A line with a model repeats none without, and the other way round.
 */
export function isRepeatOf(line: RepeatedLine, earlier: RepeatedLine, isSameShape: boolean): boolean {
  if (line.materialId !== earlier.materialId || line.hasModel !== earlier.hasModel) return false;
  if (keyOf(line) !== keyOf(earlier)) return false;
  if (line.hasModel) return isSameShape;
  const [ours, theirs] = [readPartCode(line.name), readPartCode(earlier.name)];
  const isNumbered =
    ours.code !== '' && theirs.code !== '' && (ours.revision === '') === (theirs.revision === '');
  return isNumbered && codesAgree(ours, theirs);
}

const keyOf = (line: RepeatedLine): string =>
  `${edgesOf(line).join('×')}|${line.optionIds.toSorted((a, b) => a - b).join(',')}`;
