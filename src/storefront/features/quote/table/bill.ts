import { isSpaced, readCells } from './cells.ts';
import { guessColumns, type KnownNames } from './guess-columns.ts';
import { columnOf, isLength, notedUnit, type BillField, type BillRow, type Column } from './headings.ts';
import { findSize, readListedPieces, readListedSize } from './list-size.ts';
import { readRow } from './read-row.ts';

export interface Bill {
  rows: BillRow[];
  /** With their titles; empty for a list without headings. */
  columns: readonly Column[];
  /** Lines that are no parts, such as 合计. */
  leftOut: readonly string[];
}

/** Headings follow a title and the text of a form above its table. */
const MAX_TITLES = 12;

/**
 * Reads a bill of materials. With headings the columns may come in any order; without, they are distinguished by what they
 * contain. No cell is lost: columns that mean nothing here join the remark.
 */
export function readBill(text: string, known: KnownNames): Bill {
  const cells = readCells(text);
  const labelled = labelledRows(cells, known);
  if (labelled) return { rows: labelled, columns: [], leftOut: [] };
  const headed = withNumbers(findHeadings(cells, known), cells);
  const body = cells.slice(headed ? headed.at + 1 : 0);
  const isOther = (row: readonly string[]) => isSum(row, known) || isNote(row, known) || isNoPart(row);
  const parts = body.filter((row) => !isOther(row) && !isRepeated(row, headed?.columns));
  // 单位：cm may be beside the headings.
  const above = cells.slice(0, headed ? headed.at + 1 : 0);
  const notes = [...above, ...body.filter(isOther)];
  const columns = inUnit(headed?.columns ?? guessColumns(parts, known), notes);
  const isLoose = !headed || isSpaced(text);
  const rows = parts.map((row) =>
    readRow(
      row,
      isLoose && !isFitting(row, columns, known) ? inUnit(columnsOf(row, columns, known), notes) : columns,
      known,
    ),
  );
  return {
    rows: withDitto(rows),
    columns: headed?.columns ?? [],
    leftOut: body.filter(isOther).map((row) => row.filter(Boolean).join(' ')),
  };
}

const LABELLED = /^([^:：]{1,12})[:：]\s*(\S.*)$/s;

/** Parts whose values have names, beside or below each other: 材料：6061 尺寸：80×40×10. A repeated name starts the next part. */
function labelledRows(cells: readonly string[][], known: KnownNames): BillRow[] | undefined {
  const parts: { columns: Column[]; values: string[] }[] = [];
  for (const cell of cells.flat().filter(Boolean)) {
    const [, label, value = ''] = LABELLED.exec(cell) ?? [];
    if (label === undefined) return undefined;
    const column = columnOf(label, known.processOf);
    const last = parts.at(-1);
    if (last && !last.columns.some(({ field }) => field === column.field && field !== 'other')) {
      last.columns.push(column);
      last.values.push(value);
    } else parts.push({ columns: [column], values: [value] });
  }
  const isUnderstood = parts.length > 0 && parts.every(({ columns }) => knownIn(columns) >= 2);
  return isUnderstood ? parts.map(({ columns, values }) => readRow(values, columns, known)) : undefined;
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
    // A part with words such as qty 5 beside its size is no heading.
    if (row.some((cell) => readListedSize(cell) !== undefined || known.isMaterial(cell))) return undefined;
    const columns = row.map((title) => columnOf(title, known.processOf));
    if (knownIn(columns) >= 2) {
      const below = (cells[at + 1] ?? []).map((title) => columnOf(title, known.processOf));
      const isBelow =
        (knownIn(below) >= 2 || below.filter(({ stage }) => stage !== undefined).length >= 2) &&
        below.every(({ field, title }) => field !== 'other' || title === '');
      const both = below.map(
        (column, index) => (column.field === 'other' ? columns[index] : column) ?? column,
      );
      const all = isBelow ? [...both, ...columns.slice(below.length)] : columns;
      return { at: at + (isBelow ? 1 : 0), columns: withoutRepeats(all) };
    }
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
  return { ...headed, columns: withQuantities(withSides(columns, rows), rows) };
}

/** A heading above several columns of quantities applies to each of them. */
function withQuantities(columns: readonly Column[], rows: readonly string[][]): Column[] {
  let over: Column | undefined;
  return columns.map((column, index) => {
    if (column.title !== '') over = column.field === 'num' || column.field === 'total' ? column : undefined;
    const isFurther = over !== undefined && column.title === '' && column.field === 'other';
    const isCounted = rows.some((row) => readListedPieces(row[index] ?? '') !== undefined);
    return isFurther && isCounted ? { ...column, field: 'total' as const } : column;
  });
}

/** A heading above three columns may apply to the three sides. */
function withSides(columns: readonly Column[], rows: readonly string[][]): Column[] {
  const at = columns.findIndex(({ field }) => field === 'size');
  const isOver = at !== -1 && [at + 1, at + 2].every((index) => columns[index]?.title === '');
  if (!isOver || !rows.some((row) => row[at + 1] && row[at + 2])) return [...columns];
  return columns.map((column, index) => {
    const field = (['length', 'width', 'height'] as const)[index - at];
    return field ? { ...column, field, unit: columns[at]?.unit ?? '' } : column;
  });
}

const knownIn = (columns: readonly Column[]) =>
  new Set(columns.map(({ field }) => field).filter((field) => field !== 'other')).size;

function withoutRepeats(columns: readonly Column[]): Column[] {
  const hasTotal = columns.some(({ field }) => field === 'total');
  return columns.map((column, index) => {
    if (column.isChoice || column.field === 'material' || column.stage !== undefined) return column;
    if (columns.findIndex(({ field }) => field === column.field) === index) return column;
    // Two quantities must agree.
    return { ...column, field: column.field === 'num' && !hasTotal ? 'total' : 'other' };
  });
}

/** Sums, and what is below a table. */
const SUM = /^(?:合计|总计|小计|共计|总和|累计|(?:sub|grand)?total|sum)(?:$|[\d:：（(￥¥])/i;
const FOOT = /^(?:制表|审核|编制|批准|审批|采购|联系)(?:人|日期)?\s*[:：]/;

/** 注：未注倒角 C0.5 below a table, or 单位：cm above it. */
const NOTE =
  /^[([【]?(?:注意?|备注|说明|notes?)\s*\d?\s*[:：]|^[([【]?(?:所有|全部|以上)?(?:尺寸|长度)?单位/i;

function isNote(row: readonly string[], { isMaterial }: KnownNames): boolean {
  const filled = row.filter(Boolean);
  return (
    filled.length <= 2 &&
    (NOTE.test(filled[0] ?? '') || (filled.length === 1 && notedUnit(filled[0] ?? '') !== undefined)) &&
    !filled.some((cell) => findSize(cell) !== undefined || isMaterialWord(cell, isMaterial))
  );
}

/** Columns of lengths without a unit have the one that notes state, if the notes state only one. */
function inUnit(columns: readonly Column[], notes: readonly (readonly string[])[]): readonly Column[] {
  const unit = [...new Set(notes.flat().flatMap((note) => notedUnit(note) ?? []))].join('/');
  if (unit === '') return columns;
  return columns.map((column) =>
    column.unit === '' && (isLength(column.field) || FREE.has(column.field)) ? { ...column, unit } : column,
  );
}
/** Texts that may contain a size. */
const FREE: ReadonlySet<string> = new Set(['name', 'remark', 'code', 'other']);

function isSum(row: readonly string[], { isMaterial }: KnownNames): boolean {
  const filled = row.filter(Boolean);
  const isNamed = filled.slice(0, 3).some((cell) => SUM.test(cell.replaceAll(/\s+/g, '')));
  const isFoot = filled.length <= 4 && FOOT.test(filled[0] ?? '');
  return (
    (isNamed || isFoot) &&
    !filled.some((cell) => readListedSize(cell) !== undefined || isMaterialWord(cell, isMaterial))
  );
}

/** Costs, taxes and bought parts that a list contains besides its parts. */
const FEE =
  /^(?:(?:运|快递|物流|包装|开机|编程|工装|夹具|治具|模具|检测|测量|加急|管理|服务|材料|加工|人工|其[他它])费用?|税[费点额金率]|增值税|(?:不?含)税|折扣|优惠|freight|shipping|tooling|packing|vat|tax|discount)(?:$|[\s\d:：（(￥¥])/i;
const BOUGHT =
  /^(?:标准件|标件|外购件?|外采件?|采购件|购买件|客供件?|自备件?|purchased|standardparts?|bought-?out)/i;
const SCREW = /(?:螺[丝钉栓母帽]|screws?|bolts?|\bnuts?)(?=$|[\s\d(（M])/i;
const THREAD = /^M\d+(?:\.\d+)?(?:\s*[×x*-]\s*[lL]?\d+)?$|GB\/?T\s*\d|DIN\s*\d|ISO\s*\d/i;

/** A row without a size that is not made. */
function isNoPart(row: readonly string[]): boolean {
  const filled = row.filter(Boolean);
  const isNamed = filled
    .slice(0, 3)
    .some((cell) => FEE.test(cell) || BOUGHT.test(cell.replaceAll(/\s/g, '')));
  const isScrew = filled.some(
    (cell) =>
      SCREW.test(cell) &&
      cell
        .split(/\s+/)
        .concat(filled)
        .some((word) => THREAD.test(word)),
  );
  return (
    (isNamed || isScrew) &&
    !filled.some((cell) => findSize(cell) !== undefined) &&
    filled.filter((cell) => /^[\d.]+$/.test(cell)).length < 3
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

/** Whether a row without own headings has its size and material where most rows have them. */
function isFitting(row: readonly string[], columns: readonly Column[], { isMaterial }: KnownNames): boolean {
  const cellOf = (field: Column['field']) => row[columns.findIndex((column) => column.field === field)] ?? '';
  const isElsewhere = (is: (cell: string) => boolean) => row.some(is);
  const isSize = (cell: string) => readListedSize(cell) !== undefined;
  const size = cellOf('size');
  const hasSides = (['length', 'width', 'height'] as const).every((side) => cellOf(side) !== '');
  if (!isSize(size) && !hasSides && isElsewhere(isSize)) return false;
  return isMaterial(cellOf('material')) || !isElsewhere((cell) => isMaterialWord(cell, isMaterial));
}

/** The columns of such a row only, where they tell its size. */
function columnsOf(row: readonly string[], columns: readonly Column[], known: KnownNames): readonly Column[] {
  const own = guessColumns([[...row]], known);
  return own.some(({ field }) => field === 'size' || field === 'material') ? own : columns;
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
