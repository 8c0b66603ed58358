import { readMillimetres } from '../draft/size-text.ts';
import { hasHeadings } from './bill.ts';
import { BILL_FIELDS, type BillColumn, type BillRow } from './headings.ts';
import { rowFrom } from './cell-values.ts';
import { isCsv, readBlock, readCells } from './cells.ts';
import type { KnownNames } from './guess-columns.ts';
import { readListedSize } from './list-size.ts';

/** A pasted line with this many cells is a whole part, not a piece of a column. */
const MIN_PART_CELLS = 3;

/** Whether pasted text is a bill, with headings or whole parts, and no block of cells. */
export function isBill(text: string, column: BillColumn, known: KnownNames): boolean {
  if (!isSeveral(text)) return false;
  const isSeparated = text.includes('\t') || isCsv(text);
  const hasParts =
    column === 'name' && isSeparated && readCells(text).some((row) => row.length >= MIN_PART_CELLS);
  return hasHeadings(text, known) || (hasParts && !isInOrder(readBlock(text), known));
}

/** The rows of a pasted block of cells; undefined for text that belongs into one cell. */
export function pastedRows(
  text: string,
  column: BillColumn,
  columns: readonly BillColumn[] = BILL_FIELDS,
): Partial<BillRow>[] | undefined {
  return isSeveral(text) ? readBlock(text).map((row) => rowFrom(row, column, columns)) : undefined;
}

const isSeveral = (text: string) => /\t|\n(?=.*\S)/.test(text.trimEnd());

/** Whether most rows have the columns of the table from the first one on, such as those copied from it. */
function isInOrder(rows: readonly string[][], { isMaterial }: KnownNames): boolean {
  const fitting = rows.filter(
    ([, material = '', length = '', width = '', height = '']) =>
      isMaterial(material) &&
      (readListedSize(length) ??
        [length, width, height].every((side) => readMillimetres(side) !== undefined)),
  );
  return fitting.length > rows.length / 2;
}
