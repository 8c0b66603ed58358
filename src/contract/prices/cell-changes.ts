import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { CellValue } from './price-table.ts';

/** The key of a pair of material and option in a map. */
export const pairKey = (materialId: number, optionId: number) => `${materialId}/${optionId}`;

/** Whether two cells are equal: yuan and days have at most two decimals, so their numbers compare exactly. */
export const isSameCell = (a: CellValue | undefined, b: CellValue | undefined): boolean =>
  a?.price === b?.price && a?.time === b?.time;

/** The cells in which two price lists of a material differ. */
export function changedOptions(
  before: readonly ProcessPrice[],
  after: readonly ProcessPrice[],
): { optionId: number; before: CellValue; after: CellValue }[] {
  const [old, now] = [before, after].map(
    (list) => new Map(list.map(({ id, price, time }) => [id, { price, time }])),
  );
  return [...new Set([...before, ...after].map(({ id }) => id))].flatMap((optionId) => {
    const [was, is] = [old?.get(optionId) ?? null, now?.get(optionId) ?? null];
    return isSameCell(was, is) ? [] : [{ optionId, before: was, after: is }];
  });
}
