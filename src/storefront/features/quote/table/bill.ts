import type { ProcessKey } from '#domain/pricing/types.ts';
import { readMillimetres } from '../draft/size-text.ts';
import { isSpaced, readCells } from './cells.ts';
import { isNone } from './choice-words.ts';
import { guessColumns, untitled, type KnownNames } from './guess-columns.ts';
import { BILL_FIELDS, columnOf, type BillField, type Column } from './headings.ts';
import {
  findSize,
  plainText,
  readDiameter,
  readListedPieces,
  readListedSize,
  readSide,
  type ListedSize,
} from './list-size.ts';

/** One part of a bill: plain digits where a number was understood, else the text of the cell. */
export type BillRow = Record<BillField, string> &
  Partial<Record<ProcessKey, string>> & {
    /** Length and width are the diameter. */
    isRound?: boolean;
  };

export interface Bill {
  rows: BillRow[];
  /** With their titles; empty for a list without headings. */
  columns: readonly Column[];
  /** Lines that are no parts, such as 合计. */
  leftOut: readonly string[];
}

/** Headings stand below a title and what a form says above its table. */
const MAX_TITLES = 12;
const MAX_TEXT = 500;

/**
 * Reads a bill of materials. With headings the columns may come in any order; without, they are told apart by what they
 * contain. No cell is lost: columns that mean nothing here join the remark.
 */
export function readBill(text: string, known: KnownNames): Bill {
  const cells = readCells(text);
  const headed = withNumbers(findHeadings(cells, known), cells);
  const body = cells.slice(headed ? headed.at + 1 : 0);
  const isPart = (row: readonly string[]) => !isSum(row, known) && !isRepeated(row, headed?.columns);
  const parts = body.filter(isPart);
  const columns = headed?.columns ?? guessColumns(parts, known);
  const isLoose = !headed || isSpaced(text);
  const rows = parts.map((row) =>
    readRow(
      row,
      isLoose && !isFitting(row, columns, known) ? columnsOf(row, columns, known) : columns,
      known,
    ),
  );
  return {
    rows: withDitto(rows),
    columns: headed?.columns ?? [],
    leftOut: body.filter((row) => isSum(row, known)).map((row) => row.filter(Boolean).join(' ')),
  };
}

export const parseBill = (text: string, known: KnownNames): BillRow[] => readBill(text, known).rows;

/** Whether text has headings of a bill. */
export const hasHeadings = (text: string, known: KnownNames): boolean =>
  findHeadings(readCells(text), known) !== undefined;

function findHeadings(
  cells: readonly string[][],
  known: KnownNames,
): { at: number; columns: Column[] } | undefined {
  for (const [at, row] of cells.slice(0, MAX_TITLES + 1).entries()) {
    const columns = row.map((title) => columnOf(title, known.processOf));
    if (knownIn(columns) >= 2) {
      const below = (cells[at + 1] ?? []).map((title) => columnOf(title, known.processOf));
      const isBelow =
        knownIn(below) >= 2 && below.every(({ field, title }) => field !== 'other' || title === '');
      const both = below.map(
        (column, index) => (column.field === 'other' ? columns[index] : column) ?? column,
      );
      const all = isBelow ? [...both, ...columns.slice(below.length)] : columns;
      return { at: at + (isBelow ? 1 : 0), columns: withoutRepeats(all) };
    }
    if (row.some((cell) => readListedSize(cell) !== undefined || known.isMaterial(cell))) return undefined;
  }
  return undefined;
}

/** 编号 counts the rows or numbers the parts. */
function withNumbers(headed: { at: number; columns: Column[] } | undefined, cells: readonly string[][]) {
  if (!headed) return undefined;
  const rows = cells.slice(headed.at + 1);
  const isCode = (column: Column, index: number) =>
    column.field === 'index' &&
    /编号|item/i.test(column.title) &&
    !headed.columns.some(({ field }) => field === 'code') &&
    rows.some((row) => !/^(?:\d{1,3}[.、)）]?)?$/.test(row[index] ?? ''));
  const columns = headed.columns.map((column, index) =>
    isCode(column, index) ? { ...column, field: 'code' as const } : column,
  );
  return { ...headed, columns };
}

const knownIn = (columns: readonly Column[]) =>
  new Set(columns.map(({ field }) => field).filter((field) => field !== 'other')).size;

function withoutRepeats(columns: readonly Column[]): Column[] {
  const hasTotal = columns.some(({ field }) => field === 'total');
  return columns.map((column, index) => {
    if (columns.findIndex(({ field }) => field === column.field) === index) return column;
    // Two quantities must agree.
    return { ...column, field: column.field === 'num' && !hasTotal ? 'total' : 'other' };
  });
}

/** Sums, and what stands below a table. */
const SUM = /^(?:合计|总计|小计|共计|总和|累计|(?:sub|grand)?total|sum)(?:$|[\d:：（(￥¥])/i;
const FOOT = /^(?:制表|审核|编制|批准|审批|采购|联系)(?:人|日期)?\s*[:：]/;

function isSum(row: readonly string[], { isMaterial }: KnownNames): boolean {
  const filled = row.filter(Boolean);
  const isNamed = filled.slice(0, 3).some((cell) => SUM.test(cell.replaceAll(/\s+/g, '')));
  const isFoot = filled.length <= 4 && FOOT.test(filled[0] ?? '');
  return (
    (isNamed || isFoot) &&
    !filled.some((cell) => readListedSize(cell) !== undefined || isMaterialWord(cell, isMaterial))
  );
}

/** Grades such as 304 are sums too. */
const isMaterialWord = (cell: string, isMaterial: (text: string) => boolean) =>
  !/^\d+$/.test(cell) && isMaterial(cell);

function isRepeated(row: readonly string[], columns: readonly Column[] | undefined): boolean {
  return (
    columns !== undefined &&
    row.some(Boolean) &&
    row.every((cell, index) => cell === (columns[index]?.title ?? ''))
  );
}

/** Whether a row without headings of its own has its size and material where most rows have them. */
function isFitting(row: readonly string[], columns: readonly Column[], { isMaterial }: KnownNames): boolean {
  const cellOf = (field: Column['field']) => row[columns.findIndex((column) => column.field === field)] ?? '';
  const isElsewhere = (is: (cell: string) => boolean) => row.some(is);
  const isSize = (cell: string) => readListedSize(cell) !== undefined;
  const size = cellOf('size');
  const hasSides = (['length', 'width', 'height'] as const).every((side) => cellOf(side) !== '');
  if (!isSize(size) && !hasSides && isElsewhere(isSize)) return false;
  return isMaterial(cellOf('material')) || !isElsewhere((cell) => isMaterialWord(cell, isMaterial));
}

/** The columns of such a row alone, where they tell its size. */
function columnsOf(row: readonly string[], columns: readonly Column[], known: KnownNames): readonly Column[] {
  const own = guessColumns([[...row]], known);
  return own.some(({ field }) => field === 'size' || field === 'material') ? own : columns;
}

function readRow(cells: readonly string[], columns: readonly Column[], known: KnownNames): BillRow {
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
  const texts = { code: '', revision: '', diameter: '', total: '', unit: '', colour: '' };
  let sized: { size: ListedSize; text: string } | undefined;
  /** Texts in which a size may stand. */
  const free: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index] ?? untitled;
    const { field, title, unit } = column;
    if (cell === '' || field === 'index') continue;
    if (title === '' || field === 'name' || field === 'remark' || field === 'code')
      free.push(cell.slice(0, MAX_TEXT));
    const size = field === 'size' || field === 'length' ? sizeOf(cell, column) : undefined;
    if (size) sized = { size, text: cell };
    else if (field === 'other') remarks.push(title ? `${title}：${cell}` : cell);
    else if (field === 'bore') remarks.push(isBlank(cell) ? '' : `内径：${cell}`);
    else if (field === 'size') row.length = isBlank(cell) ? '' : cell;
    else if (field === 'length' || field === 'width' || field === 'height') {
      if (plainText(cell).toLowerCase().startsWith('φ')) texts.diameter = withUnit(cell, unit);
      else row[field] = sideText(cell, field, unit);
    } else if (field === 'diameter') texts.diameter = isBlank(cell) ? '' : withUnit(cell, unit);
    else if (field in texts) texts[field as keyof typeof texts] = cell;
    else if (field === 'remark') remarks.unshift(cell);
    else row[field as BillField | ProcessKey] = column.isChoice ? choiceStated(cell, title) : cell;
  }
  const hasNone = texts.diameter === '' && [row.length, row.width, row.height].every((side) => side === '');
  if (!sized && hasNone) {
    const found = free.flatMap((text) => {
      const size = findSize(text);
      return size ? [{ size, text }] : [];
    });
    if (found.length === 1) sized = found[0];
  }
  if (sized) withSize(row, sized.size, sized.text);
  if (sized?.size.bore !== undefined) remarks.push(`尺寸：${sized.text}`);
  withThickness(row);
  withDiameter(row, texts.diameter);
  row.num = piecesText(row.num, texts.total, texts.unit);
  if (texts.colour !== '') {
    const coloured = `${row.finish} ${texts.colour}`;
    if (row.finish !== '' && known.isFinish(coloured)) row.finish = coloured;
    else if (known.colourKey) row[known.colourKey] = texts.colour;
    else remarks.push(`颜色：${texts.colour}`);
  }
  const { code, revision } = texts;
  if (code !== '') row.name = numberedName(code, revision, row.name);
  else if (revision !== '') remarks.push(`版本：${revision}`);
  row.remark = remarks.filter(Boolean).join('；');
  for (const field of BILL_FIELDS) row[field] = row[field].slice(0, MAX_TEXT);
  return row;
}

const sizeOf = (cell: string, { unit, isRound }: Column): ListedSize | undefined =>
  readListedSize(withUnit(cell, unit)) ?? (isRound ? readListedSize(withUnit(`φ${cell}`, unit)) : undefined);

/** Fills the sides; a size beside sides that say something else is not clear. */
function withSize(row: BillRow, { sides, isRound }: ListedSize, text: string): void {
  const others = [row.length, row.width, row.height].filter(Boolean);
  if (others.some((side) => !sides.some((own) => Number(own) === Number(side)))) {
    row.length = [text, ...others].join('，').slice(0, 60);
    return;
  }
  [row.length, row.width, row.height] = sides;
  if (isRound) row.isRound = true;
}

/** 80×40 beside a thickness. */
const TWO_SIDES = /^([\d.]+)\s*(?:mm)?\s*[×x*]\s*([\d.]+)\s*(?:mm)?$/i;

function withThickness(row: BillRow): void {
  const [, length, width] = TWO_SIDES.exec(plainText(row.length)) ?? [];
  if (length !== undefined && width !== undefined && row.width === '' && row.height !== '')
    [row.length, row.width] = [length, width];
}

/** What a cell says about the choice in its title: √ means it, × does not. */
function choiceStated(cell: string, title: string): string {
  const choice = title.replace(/^是否/, '');
  if (/^(?:是|有|需|需要|要|√|✓|✔|y|yes|1)$/i.test(cell)) return choice;
  return isNone(cell) || /^[×x✗0]$/i.test(cell) ? '' : `${choice} ${cell}`;
}

const isBlank = (cell: string) => /^[-—–/]+$/.test(cell);

/** The cell with the unit of its column, unless it names one itself. */
function withUnit(cell: string, unit: string): string {
  const isPlain =
    unit !== '' && !/(?:mm|毫米|cm|厘米|dm|m|米|in|inch|inches|英寸|"|″)\)?$/i.test(cell.trim());
  return isPlain ? `${cell}${unit}` : cell;
}

function sideText(cell: string, field: 'length' | 'width' | 'height', unit: string): string {
  const text = isBlank(cell) ? '' : withUnit(cell, unit);
  return readSide(text, ['', field]) ?? readMillimetres(text) ?? text;
}

/** A diameter with one length is a round part; beside other sides it is not clear what is meant. */
function withDiameter(row: BillRow, text: string): void {
  if (text === '') return;
  const diameter = readDiameter(text);
  const lengths = [row.length, row.height].filter(Boolean);
  if (diameter === undefined || row.width !== '' || lengths.length > 1 || row.isRound) {
    row.length = [/^\d/.test(text) ? `φ${text}` : text, ...lengths].join('×').slice(0, 60);
    return;
  }
  [row.length, row.width, row.height] = [diameter, diameter, lengths[0] ?? ''];
  row.isRound = true;
}

/** The quantity with its unit; two that differ stay side by side. */
function piecesText(num: string, total: string, unit: string): string {
  const withUnits = (text: string) => {
    const counted = unit !== '' && /\d\s*$/.test(text) ? `${text}${unit}` : text;
    return readListedPieces(counted) ?? (readListedPieces(text) === undefined ? text : counted);
  };
  if (isBlank(num) || num === '') return total === '' ? '' : withUnits(total);
  const pieces = withUnits(num);
  return total === '' || withUnits(total) === pieces ? pieces : `${num}，共 ${total}`;
}

/** `QM-1024 B 支架`, as part numbers are read from names; a name that begins with its number has it already. */
function numberedName(code: string, revision: string, name: string): string {
  if (name.toUpperCase().startsWith(code.toUpperCase())) return name;
  const version = /^(?:[a-z]{1,2})?$/i.test(revision) ? revision : `rev ${revision}`;
  return [code, version, name].filter(Boolean).join(' ');
}

const DITTO = /^(?:同上|同前|〃|″|"|''|ditto|do\.?)$/i;

/** Cells that repeat the one above. */
function withDitto(rows: readonly BillRow[]): BillRow[] {
  let above: BillRow | undefined;
  return rows.map((row) => {
    const next = { ...row };
    for (const [field, value] of Object.entries(row)) {
      if (field === 'name' || typeof value !== 'string' || !DITTO.test(value)) continue;
      next[field as BillField] = above?.[field as BillField] ?? value;
      // A size in one cell.
      if (field === 'length' && above && row.width === '' && row.height === '')
        Object.assign(next, { width: above.width, height: above.height, isRound: above.isRound ?? false });
    }
    above = next;
    return next;
  });
}
