import type { ProcessKey } from '#domain/pricing/types.ts';
import { readMillimetres } from '../draft/size-text.ts';
import type { BomColumn } from './headings.ts';
import { readListedPieces, readSizeNotation } from './list-size.ts';

/** Recognises names of the shop's catalogue, which tell columns apart. */
export interface CatalogueNames {
  isMaterial: (text: string) => boolean;
  isFinish: (text: string) => boolean;
  /** The process, other than the finish, that a column title names. */
  processOf: (title: string) => ProcessKey | undefined;
  /** The process for the colour of the material. */
  colourKey?: ProcessKey | undefined;
}

export const unknownColumn: BomColumn = { field: 'other', title: '', unit: '' };

const NO_FINISH = /^(?:无|不处理|[-—/]+)$/;
const ROW_NUMBER = /^\d+[.、)）]?$/;

/** Guesses columns without headings: a size in one cell or in three numbers, then the quantity, and the rest by their text. */
export function guessColumns(
  cells: readonly string[][],
  { isMaterial, isFinish }: CatalogueNames,
): BomColumn[] {
  const count = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: count }, (): BomColumn => ({ ...unknownColumn }));
  const unassigned = new Set(columns.keys());
  const matchingFraction = (index: number, matches: (cell: string) => boolean) => {
    const values = cells.map((row) => row[index] ?? '').filter(Boolean);
    return values.length === 0 ? 0 : values.filter(matches).length / values.length;
  };
  const assign = (index: number | undefined, field: BomColumn['field']) => {
    if (index === undefined || !unassigned.delete(index)) return;
    columns[index] = { ...unknownColumn, field };
  };
  const columnsWith = (matches: (cell: string) => boolean) =>
    [...unassigned].filter((index) => matchingFraction(index, matches) > 0.5);

  assign(columnsWith((cell) => readSizeNotation(cell) !== undefined)[0], 'size');
  const hasSize = columns.some(({ field }) => field === 'size');
  // H62 is a grade, not a height.
  const isGrade = (cell: string) => !/^\d+$/.test(cell) && isMaterial(cell);
  const isNumber = (cell: string) =>
    !isGrade(cell) && (readMillimetres(cell) !== undefined || readListedPieces(cell) !== undefined);
  const textColumns = () => [...unassigned].filter((index) => matchingFraction(index, isNumber) <= 0.5);
  const likeliestMaterialColumns = textColumns().toSorted(
    (a, b) => matchingFraction(b, isMaterial) - matchingFraction(a, isMaterial),
  );
  if (
    likeliestMaterialColumns[0] !== undefined &&
    matchingFraction(likeliestMaterialColumns[0], isMaterial) > 0
  )
    assign(likeliestMaterialColumns[0], 'material');
  // Grades such as 6061 look like numbers.
  else assign(columnsWith((cell) => /^\d{3,4}$/.test(cell) && isMaterial(cell))[0], 'material');

  // In the first column, X1 is a name, although it reads like a quantity.
  const numberColumns = columnsWith(isNumber).filter(
    (index) => index > 0 || matchingFraction(0, (cell) => ROW_NUMBER.test(cell)) > 0.5,
  );
  const expectedNumbers = hasSize ? 1 : 4;
  if (
    numberColumns[0] === 0 &&
    (numberColumns.length > expectedNumbers || (numberColumns.length > 1 && isCounting(cells)))
  ) {
    assign(numberColumns.shift(), 'index');
  }
  const isQuantityInPieces = (cell: string) =>
    readListedPieces(cell) !== undefined && readMillimetres(cell) === undefined;
  const piecesColumn = numberColumns.find((index) => matchingFraction(index, isQuantityInPieces) > 0.5);
  const measureColumns = numberColumns.filter((index) => index !== piecesColumn);
  if (!hasSize && measureColumns.length >= 2) {
    for (const field of ['length', 'width', 'height'] as const) assign(measureColumns.shift(), field);
  }
  assign(piecesColumn ?? measureColumns.shift(), 'num');
  const finishColumns = textColumns().filter(
    (index) =>
      matchingFraction(index, (cell) => isFinish(cell) && !NO_FINISH.test(cell)) > 0 &&
      matchingFraction(index, (cell) => isFinish(cell) || NO_FINISH.test(cell)) > 0.5,
  );
  const nameColumn = [...unassigned].find(
    (index) => !finishColumns.includes(index) && !numberColumns.includes(index),
  );
  assign(nameColumn, 'name');
  assign(finishColumns[0], 'finish');
  return columns;
}

/** Whether the first column counts the rows: 1, 2, 3 … */
function isCounting(cells: readonly string[][]): boolean {
  const first = Number(cells[0]?.[0]);
  return cells.length > 1 && cells.every((row, index) => Number(row[0]) === first + index);
}
