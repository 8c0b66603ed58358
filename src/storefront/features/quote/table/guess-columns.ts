import type { ProcessKey } from '#domain/pricing/types.ts';
import { readMillimetres } from '../draft/size-text.ts';
import type { Column } from './headings.ts';
import { readListedPieces, readListedSize } from './list-size.ts';

/** The names of the shop's catalogue, which distinguish columns. */
export interface KnownNames {
  isMaterial: (text: string) => boolean;
  isFinish: (text: string) => boolean;
  /** The process, other than the finish, that a title means. */
  processOf: (title: string) => ProcessKey | undefined;
  /** The process that is the colour of a material. */
  colourKey?: ProcessKey | undefined;
}

/** A column without a meaning. */
export const untitled: Column = { field: 'other', title: '', unit: '' };

/** How bills write that a part has no finish. */
const NO_FINISH = /^(?:无|不处理|[-—/]+)$/;
/** How bills number their rows. */
const ROW_NUMBER = /^\d+[.、)）]?$/;

/** Columns without headings: a size in one cell or three numbers, then the quantity; names, materials, finishes and remarks by their text. */
export function guessColumns(cells: readonly string[][], { isMaterial, isFinish }: KnownNames): Column[] {
  const count = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: count }, (): Column => ({ ...untitled }));
  const open = new Set(columns.keys());
  const share = (index: number, is: (cell: string) => boolean) => {
    const values = cells.map((row) => row[index] ?? '').filter(Boolean);
    return values.length === 0 ? 0 : values.filter(is).length / values.length;
  };
  const take = (index: number | undefined, field: Column['field']) => {
    if (index === undefined || !open.delete(index)) return;
    columns[index] = { ...untitled, field };
  };
  const mostly = (is: (cell: string) => boolean) => [...open].filter((index) => share(index, is) > 0.5);

  take(mostly((cell) => readListedSize(cell) !== undefined)[0], 'size');
  const hasSize = columns.some(({ field }) => field === 'size');
  // H62 is no height.
  const isGrade = (cell: string) => !/^\d+$/.test(cell) && isMaterial(cell);
  const isNumber = (cell: string) =>
    !isGrade(cell) && (readMillimetres(cell) !== undefined || readListedPieces(cell) !== undefined);
  const texts = () => [...open].filter((index) => share(index, isNumber) <= 0.5);
  const byMaterial = texts().toSorted((a, b) => share(b, isMaterial) - share(a, isMaterial));
  if (byMaterial[0] !== undefined && share(byMaterial[0], isMaterial) > 0) take(byMaterial[0], 'material');
  // Grades such as 6061 are numbers too.
  else take(mostly((cell) => /^\d{3,4}$/.test(cell) && isMaterial(cell))[0], 'material');

  // X1 is a name, though it reads like a quantity.
  const numbers = mostly(isNumber).filter(
    (index) => index > 0 || share(0, (cell) => ROW_NUMBER.test(cell)) > 0.5,
  );
  const expected = hasSize ? 1 : 4;
  if (numbers[0] === 0 && (numbers.length > expected || (numbers.length > 1 && isCounting(cells)))) {
    take(numbers.shift(), 'index');
  }
  const isPieces = (cell: string) =>
    readListedPieces(cell) !== undefined && readMillimetres(cell) === undefined;
  const counted = numbers.find((index) => share(index, isPieces) > 0.5);
  const measures = numbers.filter((index) => index !== counted);
  if (!hasSize && measures.length >= 2) {
    for (const field of ['length', 'width', 'height'] as const) take(measures.shift(), field);
  }
  take(counted ?? measures.shift(), 'num');
  const finishes = texts().filter(
    (index) =>
      share(index, (cell) => isFinish(cell) && !NO_FINISH.test(cell)) > 0 &&
      share(index, (cell) => isFinish(cell) || NO_FINISH.test(cell)) > 0.5,
  );
  const named = [...open].find((index) => !finishes.includes(index) && !numbers.includes(index));
  take(named, 'name');
  take(finishes[0], 'finish');
  return columns;
}

/** Whether the first column counts the rows: 1, 2, 3 … */
function isCounting(cells: readonly string[][]): boolean {
  const first = Number(cells[0]?.[0]);
  return cells.length > 1 && cells.every((row, index) => Number(row[0]) === first + index);
}
