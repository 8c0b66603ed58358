import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { CellValue } from './price-table.ts';

/** A map key for a material and an option. */
export const pairKey = (materialId: number, optionId: number) => `${materialId}/${optionId}`;

/** Whether two cells are equal. The numbers can be compared exactly, because yuan and days have at most two decimals. */
export const isSameCell = (a: CellValue | undefined, b: CellValue | undefined): boolean =>
  a?.price === b?.price && a?.time === b?.time;

/** The cells in which two price lists of a material differ. */
export function changedOptions(
  before: readonly ProcessPrice[],
  after: readonly ProcessPrice[],
): { optionId: number; before: CellValue; after: CellValue }[] {
  const cellOf = (list: readonly ProcessPrice[], optionId: number): CellValue => {
    const entry = list.findLast(({ id }) => id === optionId);
    return entry ? { price: entry.price, time: entry.time } : null;
  };
  return [...new Set([...before, ...after].map(({ id }) => id))].flatMap((optionId) => {
    const [old, current] = [cellOf(before, optionId), cellOf(after, optionId)];
    return isSameCell(old, current) ? [] : [{ optionId, before: old, after: current }];
  });
}
