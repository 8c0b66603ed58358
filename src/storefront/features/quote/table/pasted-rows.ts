import { readMillimetres } from '../draft/size-text.ts';
import { hasHeadings } from './bom.ts';
import { BOM_FIELDS, type TableColumn, type BomRow } from './headings.ts';
import { rowFrom } from './cell-values.ts';
import { isCsv, readBlock, readCells } from './cells.ts';
import type { CatalogueNames } from './guess-columns.ts';
import { readSizeNotation } from './list-size.ts';

/** A pasted line with this many cells is a complete part, not part of a column. */
const MIN_PART_CELLS = 3;

/** Whether pasted text is a BOM, with headings or complete parts, rather than a block of cells. */
export function isBom(text: string, column: TableColumn, names: CatalogueNames): boolean {
  if (!hasSeveralCells(text)) return false;
  const isSeparated = text.includes('\t') || isCsv(text);
  const hasParts =
    column === 'name' && isSeparated && readCells(text).some((row) => row.length >= MIN_PART_CELLS);
  return hasHeadings(text, names) || (hasParts && !isInTableOrder(readBlock(text), names));
}

/** Reads a pasted block of cells; undefined for text that belongs in a single cell. */
export function readPastedRows(
  text: string,
  column: TableColumn,
  columns: readonly TableColumn[] = BOM_FIELDS,
): Partial<BomRow>[] | undefined {
  return hasSeveralCells(text) ? readBlock(text).map((row) => rowFrom(row, column, columns)) : undefined;
}

const hasSeveralCells = (text: string) => /\t|\n(?=.*\S)/.test(text.trimEnd());

/** Whether most rows have the columns of the parts table in order, such as rows copied from it. */
function isInTableOrder(rows: readonly string[][], { isMaterial }: CatalogueNames): boolean {
  const fitting = rows.filter(
    ([, material = '', length = '', width = '', height = '']) =>
      isMaterial(material) &&
      (readSizeNotation(length) ??
        [length, width, height].every((side) => readMillimetres(side) !== undefined)),
  );
  return fitting.length > rows.length / 2;
}
