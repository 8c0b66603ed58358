import { readMillimetres, readSize } from '../draft/size-text.ts';
import { hasHeadings, parseBill, type BillField, type BillRow, type KnownNames } from './bill.ts';
import { rowFrom } from './cell-values.ts';
import { isCsv, readBlock, readCells } from './cells.ts';

/** A pasted line with this many cells is a whole part, not a piece of a column. */
const MIN_PART_CELLS = 3;

/** The rows of a pasted block or bill; undefined for text that belongs into one cell. */
export function pastedRows(
  text: string,
  column: BillField,
  known: KnownNames,
): Partial<BillRow>[] | undefined {
  if (!/\t|\n(?=.*\S)/.test(text.trimEnd())) return undefined;
  const isSeparated = text.includes('\t') || isCsv(text);
  const hasParts =
    column === 'name' && isSeparated && readCells(text).some((row) => row.length >= MIN_PART_CELLS);
  const isBill = hasHeadings(text) || (hasParts && !isInOrder(readBlock(text), known));
  return isBill ? parseBill(text, known) : readBlock(text).map((row) => rowFrom(row, column));
}

/** Whether most rows have the columns of the table from the first one on, such as those copied from it. */
function isInOrder(rows: readonly string[][], { isMaterial }: KnownNames): boolean {
  const fitting = rows.filter(
    ([, material = '', length = '', width = '', height = '']) =>
      isMaterial(material) &&
      (readSize(length) ?? [length, width, height].every((side) => readMillimetres(side) !== undefined)),
  );
  return fitting.length > rows.length / 2;
}
