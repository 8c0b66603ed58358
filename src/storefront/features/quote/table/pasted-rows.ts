import { hasHeadings, parseBill, type BillField, type BillRow } from './bill.ts';
import { rowFrom } from './cell-values.ts';
import { isCsv, readBlock, readCells } from './cells.ts';

/** A pasted line with this many cells is a whole part, not a piece of a column. */
const MIN_PART_CELLS = 3;

/** The rows of a pasted block or bill; undefined for text that belongs into one cell. */
export function pastedRows(
  text: string,
  column: BillField,
  isMaterial: (text: string) => boolean,
): Partial<BillRow>[] | undefined {
  if (!/\t|\n(?=.*\S)/.test(text.trimEnd())) return undefined;
  const isSeparated = text.includes('\t') || isCsv(text);
  const isBill =
    hasHeadings(text) ||
    (column === 'name' && isSeparated && readCells(text).some((row) => row.length >= MIN_PART_CELLS));
  return isBill ? parseBill(text, isMaterial) : readBlock(text).map((row) => rowFrom(row, column));
}
