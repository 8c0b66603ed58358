import { pairKey } from '#contract/prices/cell-changes.ts';
import {
  cellDays,
  cellPrice,
  type CellValue,
  type ImportReport,
  type PriceTable,
} from '#contract/prices/price-table.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError, parseNumber } from '#domain/parse-number.ts';
import { limitErrors } from '#server/imports/read-records.ts';
import { originalText } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { allowedPairs, pairChecker } from './price-grid.ts';

/*
 * The file's layout for export and import: one row for each allowed pair of material and option. The ids identify the
 * cell; the names are for readers and detect shifted rows.
 * A row without price and days means that the pair has none. A pair without a row stays unchanged.
 */
const heads = {
  materialId: '材料编号',
  material: '材料',
  optionId: '选项编号',
  process: '工艺',
  option: '选项',
  price: '价格',
  time: '天数',
} as const;
type Head = keyof typeof heads;
const allHeads = Object.keys(heads) as Head[];

/** At most this many errors are reported one by one; a last line counts the others. */
const MAX_ERRORS = 500;

/** The table as rows, titles first, material by material in grid order. */
export function sheetOf(table: PriceTable): Cell[][] {
  const values = cellsByPair(table);
  return [
    Object.values(heads),
    ...allowedPairs(table).map(({ material, option }): Cell[] => {
      const { price = null, time = null } = values.get(pairKey(material.id, option.id)) ?? {};
      return [material.id, material.name, option.id, option.processName, option.name, price, time];
    }),
  ];
}

/** The prices of the table by `pairKey`. */
export const cellsByPair = ({ cells }: Pick<PriceTable, 'cells'>) =>
  new Map(
    cells.map(([materialId, optionId, price, time]) => [pairKey(materialId, optionId), { price, time }]),
  );

interface SheetCell {
  materialId: number;
  optionId: number;
  after: CellValue;
}

type SheetError = ImportReport['errors'][number];

/** Reads rows of this layout, with columns in any order. Reports every error with its row (from 1) and column. */
export function readSheet(
  rows: readonly (readonly Cell[])[],
  table: PriceTable,
): { cells: SheetCell[]; errors: SheetError[] } {
  const errors: SheetError[] = [];
  const columns = columnsOf(rows[0] ?? [], errors);
  if (!columns) return { cells: [], errors };
  const readRow = createRowReader(table, columns);
  const cells: SheetCell[] = [];
  const firstRowByPair = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index === 0 || row.every((cell) => textOf(cell) === '')) continue;
    const number = index + 1;
    const cell = readRow(row);
    if ('errors' in cell) {
      for (const [head, message] of cell.errors) errors.push({ row: number, column: heads[head], message });
      continue;
    }
    const key = pairKey(cell.materialId, cell.optionId);
    const firstRow = firstRowByPair.get(key);
    firstRowByPair.set(key, firstRow ?? number);
    if (firstRow === undefined) cells.push(cell);
    else errors.push({ row: number, column: heads.optionId, message: `与第${firstRow}行是同一个材料和选项` });
  }
  return { cells, errors: limitErrors(errors, MAX_ERRORS) };
}

/** The index of each column; undefined, with errors, if a required one is missing, or one is unknown or repeated. */
function columnsOf(titles: readonly Cell[], errors: SheetError[]): Record<Head, number> | undefined {
  const texts = titles.map(textOf);
  const columns = Object.fromEntries(allHeads.map((name) => [name, texts.indexOf(heads[name])]));
  for (const [index, title] of texts.entries()) {
    if (title === '') continue;
    if (texts.indexOf(title) !== index) errors.push({ row: 1, column: title, message: '列重复' });
    else if (!allHeads.some((name) => heads[name] === title)) {
      errors.push({ row: 1, column: title.slice(0, 60), message: '不认识的列，请使用导出的表头' });
    }
  }
  for (const name of requiredHeads) {
    if (columns[name] === -1)
      errors.push({ row: 1, column: heads[name], message: '缺少此列，请使用导出的表头' });
  }
  return errors.length > 0 ? undefined : (columns as Record<Head, number>);
}

const requiredHeads: readonly Head[] = ['materialId', 'optionId', 'price', 'time'];

type CellErrors = (readonly [Head, string])[];

function createRowReader(table: PriceTable, columns: Record<Head, number>) {
  const problemOf = pairChecker(table);
  const materials = new Map(table.materials.map((material) => [material.id, material]));
  const options = new Map(table.options.map((option) => [option.id, option]));
  return (row: readonly Cell[]): SheetCell | { errors: CellErrors } => {
    const at = (head: Head): Cell => row[columns[head]] ?? null;
    const materialId = numberOf(at('materialId'));
    const optionId = numberOf(at('optionId'));
    const material = materials.get(materialId ?? Number.NaN);
    const option = options.get(optionId ?? Number.NaN);
    const errors: CellErrors = [];
    if (!material || materialId === undefined) errors.push(['materialId', idError(at('materialId'), '材料')]);
    if (!option || optionId === undefined) errors.push(['optionId', idError(at('optionId'), '选项')]);
    if (!material || !option) return { errors };
    const problem = problemOf(material.id, option.id);
    if (problem !== undefined) errors.push(['optionId', problem]);
    const expected = { material: material.name, process: option.processName, option: option.name };
    for (const head of ['material', 'process', 'option'] as const) {
      if (!isSameText(at(head), expected[head]))
        errors.push([head, `与编号不符，编号对应的是 ${expected[head]}`]);
    }
    const after = valueOf(at('price'), at('time'), errors);
    return errors.length > 0 ? { errors } : { materialId: material.id, optionId: option.id, after };
  };
}

function idError(cell: Cell, noun: string): string {
  const text = textOf(cell);
  if (text === '') return `请填写${noun}编号`;
  return `${noun}编号 ${text.slice(0, 30)} 不存在`;
}

function valueOf(price: Cell, time: Cell, errors: CellErrors): CellValue {
  const isEmpty = { price: textOf(price) === '', time: textOf(time) === '' };
  if (isEmpty.price && isEmpty.time) return null;
  const figures = { price: Number.NaN, time: Number.NaN };
  for (const [head, cell, schema] of [
    ['price', price, cellPrice],
    ['time', time, cellDays],
  ] as const) {
    const figure = figureOf(cell, head === 'price' ? 'yuan' : 'days');
    const result = schema.safeParse(figure);
    if (result.success) figures[head] = result.data;
    else if (isEmpty[head]) errors.push([head, '价格和天数要么都填，要么都留空']);
    else if (figure === undefined)
      errors.push([head, `${numberError(textOf(cell), heads[head])}，而不是“${textOf(cell).slice(0, 30)}”`]);
    else errors.push([head, result.error.issues[0]?.message ?? `${heads[head]}不正确`]);
  }
  return figures;
}

/** Reads a figure as the back office's table does, with or without its unit. */
const figureOf = (cell: Cell, unit: 'yuan' | 'days'): number | undefined =>
  typeof cell === 'string' ? (parseFigure(cell, unit) ?? undefined) : numberOf(cell);

/** Rounds to the fifteen digits of spreadsheets: a displayed 0.3 may be stored as 0.30000000000000004. */
function numberOf(cell: Cell): number | undefined {
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  return typeof cell === 'string' ? (parseNumber(cell) ?? undefined) : undefined;
}

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell).trim());

/** Accepts an empty name; ignores blanks and the apostrophe that keeps a text from becoming a formula. */
function isSameText(cell: Cell, name: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, '');
  const text = textOf(cell);
  return text === '' || [text, originalText(text)].some((form) => plain(form) === plain(name));
}
