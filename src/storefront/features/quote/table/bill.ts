import { readMillimetres, readPieces, readSize } from '../draft/size-text.ts';
import { readCells } from './cells.ts';

/** Columns that a bill of materials fills, in the order of the parts table. */
export const BILL_FIELDS = [
  'name',
  'material',
  'length',
  'width',
  'height',
  'num',
  'finish',
  'remark',
] as const;
export type BillField = (typeof BILL_FIELDS)[number];

/** One part of a bill: plain digits where a number was understood, else the text of the cell. */
export type BillRow = Record<BillField, string>;

/** What the shop's catalogue names, by which columns without headings are told apart. */
export interface KnownNames {
  isMaterial: (text: string) => boolean;
  isFinish: (text: string) => boolean;
}

/**
 * What a column of a bill holds. Drawing number and revision begin the name, where orders and the part library read them; the
 * text of `other` columns joins the remark.
 */
type Column =
  { field: BillField | 'size' | 'index' | 'code' | 'revision' } | { field: 'other'; title: string };

const HEADINGS: readonly [Exclude<Column['field'], 'other'>, RegExp][] = [
  ['index', /^(?:序号?|项次?|no\.?|#|item)$/],
  [
    'name',
    /^(?:(?:零|部|零部|工)?件?(?:名称?)|零件|部件|工件|品名|产品(?:名称)?|part(?:name)?|name|description)$/,
  ],
  [
    'code',
    /^(?:图(?:纸)?(?:编?号)|(?:零件|工件|部件)(?:编?号)|件号|(?:drawing|dwg|part)(?:no\.?|number|#)|p\/?n)$/,
  ],
  ['revision', /^(?:版本号?|版次|图纸版本|rev\.?|revision)$/],
  ['material', /^(?:材料|材质|牌号|material)(?:名称|牌号)?$/],
  ['size', /^(?:尺寸|外形尺寸|规格(?:尺寸)?|外形|长[×x*]宽[×x*][高厚]|l[×x*]w[×x*][ht]|size|dimensions?)$/],
  ['length', /^(?:长度?|l|length)$/],
  ['width', /^(?:宽度?|w|width)$/],
  ['height', /^(?:高度?|厚度?|h|t|height|thickness)$/],
  ['num', /^(?:数量|件数|需求数量?|订购数量?|q'?ty|quantity|pcs|num)$/],
  ['finish', /^(?:表面(?:处理)?|处理|finish|surface(?:finish)?)$/],
  ['remark', /^(?:备注|说明|要求|技术要求|remarks?|notes?|comments?)$/],
];
/** Rows above the headings, such as a title. */
const MAX_TITLES = 3;
const MAX_TEXT = 500;

/**
 * Reads a bill of materials. With headings the columns may come in any order; without, they are told apart by what they
 * contain. No cell is lost: columns that mean nothing here join the remark.
 */
export function parseBill(text: string, known: KnownNames): BillRow[] {
  const cells = readCells(text);
  const headed = findHeadings(cells);
  const columns = headed?.columns ?? guessColumns(cells, known);
  return cells.slice(headed ? headed.at + 1 : 0).map((row) => readRow(row, columns));
}

/** Whether text has headings of a bill. */
export const hasHeadings = (text: string): boolean => findHeadings(readCells(text)) !== undefined;

function findHeadings(cells: readonly string[][]): { at: number; columns: Column[] } | undefined {
  for (const [at, row] of cells.slice(0, MAX_TITLES + 1).entries()) {
    const columns = row.map(columnOf);
    const known = new Set(columns.map(({ field }) => field).filter((field) => field !== 'other'));
    if (known.size >= 2) return { at, columns: withoutRepeats(columns, row) };
    if (row.filter(Boolean).length > 1) return undefined;
  }
  return undefined;
}

function columnOf(title: string): Column {
  const whole = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]|\s/g, '');
  // 零件 and pcs are titles as they are; their ends only look like units.
  const field = headingOf(whole) ?? headingOf(whole.replace(/\/?(?:mm|毫米|件|pcs)$/, ''));
  return field ? { field } : { field: 'other', title };
}

const headingOf = (title: string) => HEADINGS.find(([, pattern]) => pattern.test(title))?.[0];

function withoutRepeats(columns: readonly Column[], titles: readonly string[]): Column[] {
  return columns.map((column, index) =>
    columns.findIndex(({ field }) => field === column.field) === index
      ? column
      : { field: 'other', title: titles[index] ?? '' },
  );
}

function readRow(cells: readonly string[], columns: readonly Column[]): BillRow {
  const row: BillRow = {
    name: '',
    material: '',
    length: '',
    width: '',
    height: '',
    num: '',
    finish: '',
    remark: '',
  };
  const remarks: string[] = [];
  const number = { code: '', revision: '' };
  for (const [index, cell] of cells.entries()) {
    const column = columns[index] ?? { field: 'other', title: '' };
    if (cell === '' || column.field === 'index') continue;
    const size = ['size', 'length'].includes(column.field) ? readSize(cell) : undefined;
    if (size) [row.length, row.width, row.height] = size;
    else if (column.field === 'other') remarks.push(column.title ? `${column.title}：${cell}` : cell);
    else if (column.field === 'size') row.length = cell;
    else if (column.field === 'code' || column.field === 'revision') number[column.field] = cell;
    else if (column.field === 'num') row.num = readPieces(cell) ?? cell;
    else if (column.field === 'name' || column.field === 'material' || column.field === 'finish')
      row[column.field] = cell;
    else if (column.field === 'remark') remarks.unshift(cell);
    else row[column.field] = readMillimetres(cell) ?? cell;
  }
  const { code, revision } = number;
  if (code !== '') row.name = numberedName(code, revision, row.name);
  else if (revision !== '') remarks.push(`版本：${revision}`);
  row.remark = remarks.join('；');
  for (const field of BILL_FIELDS) row[field] = row[field].slice(0, MAX_TEXT);
  return row;
}

/** `QM-1024 B 支架`, as part numbers are read from names; a name that begins with its number has it already. */
function numberedName(code: string, revision: string, name: string): string {
  if (name.toUpperCase().startsWith(code.toUpperCase())) return name;
  const version = /^(?:[a-z]{1,2})?$/i.test(revision) ? revision : `rev ${revision}`;
  return [code, version, name].filter(Boolean).join(' ');
}

/** How bills write that a part has no finish. */
const NO_FINISH = /^(?:无|不处理|[-—/]+)$/;
/** How bills number their rows. */
const ROW_NUMBER = /^\d+[.、)）]?$/;

/** Columns without headings: a size in one cell or three numbers, then the quantity; names, materials, finishes and remarks by their text. */
function guessColumns(cells: readonly string[][], { isMaterial, isFinish }: KnownNames): Column[] {
  const count = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: count }, (): Column => ({ field: 'other', title: '' }));
  const open = new Set(columns.keys());
  const share = (index: number, is: (cell: string) => boolean) => {
    const values = cells.map((row) => row[index] ?? '').filter(Boolean);
    return values.length === 0 ? 0 : values.filter(is).length / values.length;
  };
  const take = (index: number | undefined, field: BillField | 'size' | 'index') => {
    if (index === undefined || !open.delete(index)) return;
    columns[index] = { field };
  };
  const mostly = (is: (cell: string) => boolean) => [...open].filter((index) => share(index, is) > 0.5);

  take(mostly((cell) => readSize(cell) !== undefined)[0], 'size');
  const hasSize = columns.some(({ field }) => field === 'size');
  const isNumber = (cell: string) => readMillimetres(cell) !== undefined || readPieces(cell) !== undefined;
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
  const isPieces = (cell: string) => readPieces(cell) !== undefined && readMillimetres(cell) === undefined;
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
