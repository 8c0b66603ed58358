import { isSpaceSeparated, readCells } from './cells.ts';
import { guessColumns, type CatalogueNames } from './guess-columns.ts';
import {
  columnOf,
  isLengthField,
  statedUnit,
  type BomField,
  type BomRow,
  type BomColumn,
} from './headings.ts';
import { findSizeWithin, readListedPieces, readSizeNotation } from './list-size.ts';
import { readRow } from './read-row.ts';

export interface Bom {
  rows: BomRow[];
  /** Empty for a list without headings. */
  columns: readonly BomColumn[];
  /** Lines that are not parts, such as 合计. */
  ignoredLines: readonly string[];
}

/** Maximum number of rows above the headings, such as a title and the text of a form. */
const MAX_ROWS_ABOVE = 12;

interface Headings {
  /** Index of the last row of headings. */
  row: number;
  columns: BomColumn[];
}

/**
 * Reads a bill of materials (BOM). With headings the columns may come in any order; without headings they are guessed
 * from their content. No cell is lost: unknown columns are added to the remark.
 */
export function readBom(text: string, names: CatalogueNames): Bom {
  const cells = readCells(text);
  const labelled = readLabelledRows(cells, names);
  if (labelled) return { rows: labelled, columns: [], ignoredLines: [] };
  const headings = resolveColumns(findHeadings(cells, names), cells);
  const body = cells.slice(headings ? headings.row + 1 : 0);
  const isNotPart = (row: readonly string[]) =>
    isTotalOrSignature(row, names) || isNote(row, names) || isCostOrPurchased(row);
  const parts = body.filter((row) => !isNotPart(row) && !repeatsHeadings(row, headings?.columns));
  // Includes the headings, since 单位：cm may be in their row.
  const above = cells.slice(0, headings ? headings.row + 1 : 0);
  const notes = [...above, ...body.filter(isNotPart)];
  const columns = withStatedUnit(headings?.columns ?? guessColumns(parts, names), notes);
  const rowsMayDiffer = !headings || isSpaceSeparated(text);
  const rows = parts.map((row) =>
    readRow(
      row,
      rowsMayDiffer && !fitsColumns(row, columns, names)
        ? withStatedUnit(guessRowColumns(row, columns, names), notes)
        : columns,
      names,
    ),
  );
  return {
    rows: resolveDitto(rows),
    columns: headings?.columns ?? [],
    ignoredLines: body.filter(isNotPart).map((row) => row.filter(Boolean).join(' ')),
  };
}

const LABELLED = /^([^:：]{1,12})[:：]\s*(\S.*)$/s;

/** Reads values with labels: 材料：6061 尺寸：80×40×10. A repeated label starts the next part. */
function readLabelledRows(cells: readonly string[][], names: CatalogueNames): BomRow[] | undefined {
  const parts: { columns: BomColumn[]; values: string[] }[] = [];
  for (const cell of cells.flat().filter(Boolean)) {
    const [, label, value = ''] = LABELLED.exec(cell) ?? [];
    if (label === undefined) return undefined;
    const column = columnOf(label, names.processOf);
    const last = parts.at(-1);
    if (last && !last.columns.some(({ field }) => field === column.field && field !== 'other')) {
      last.columns.push(column);
      last.values.push(value);
    } else parts.push({ columns: [column], values: [value] });
  }
  const isUnderstood = parts.length > 0 && parts.every(({ columns }) => countKnown(columns) >= 2);
  return isUnderstood ? parts.map(({ columns, values }) => readRow(values, columns, names)) : undefined;
}

/** Whether text has the headings of a BOM. */
export const hasHeadings = (text: string, names: CatalogueNames): boolean =>
  findHeadings(readCells(text), names) !== undefined;

function findHeadings(cells: readonly string[][], names: CatalogueNames): Headings | undefined {
  for (const [index, row] of cells.slice(0, MAX_ROWS_ABOVE + 1).entries()) {
    // The row is a part, although it may contain words such as qty 5.
    if (row.some((cell) => readSizeNotation(cell) !== undefined || names.isMaterial(cell))) return undefined;
    const columns = row.map((title) => columnOf(title, names.processOf));
    if (countKnown(columns) >= 2) {
      const below = (cells[index + 1] ?? []).map((title) => columnOf(title, names.processOf));
      const hasSecondRow =
        (countKnown(below) >= 2 || below.filter(({ stage }) => stage !== undefined).length >= 2) &&
        below.every(({ field, title }) => field !== 'other' || title === '');
      const merged = below.map((column, i) => (column.field === 'other' ? columns[i] : column) ?? column);
      const allColumns = hasSecondRow ? [...merged, ...columns.slice(below.length)] : columns;
      return { row: index + (hasSecondRow ? 1 : 0), columns: withoutRepeats(allColumns) };
    }
  }
  return undefined;
}

/** Resolves ambiguous titles from the cells below them: 编号 may count rows or number parts. */
function resolveColumns(headings: Headings | undefined, cells: readonly string[][]) {
  if (!headings) return undefined;
  const rows = cells.slice(headings.row + 1);
  const isCode = (column: BomColumn, index: number) =>
    column.field === 'index' &&
    /编号|item/i.test(column.title) &&
    !headings.columns.some(({ field }) => field === 'code') &&
    rows.some((row) => !/^(?:\d{1,3}[.、)）]?)?$/.test(row[index] ?? ''));
  const columns = headings.columns.map((column, index) =>
    isCode(column, index) ? { ...column, field: 'code' as const } : column,
  );
  return { ...headings, columns: withQuantities(withSides(columns, rows), rows) };
}

/** A heading may span several columns of quantities. */
function withQuantities(columns: readonly BomColumn[], rows: readonly string[][]): BomColumn[] {
  let spanning: BomColumn | undefined;
  return columns.map((column, index) => {
    if (column.title !== '')
      spanning = column.field === 'num' || column.field === 'total' ? column : undefined;
    const isSpanned = spanning !== undefined && column.title === '' && column.field === 'other';
    const isCounted = rows.some((row) => readListedPieces(row[index] ?? '') !== undefined);
    return isSpanned && isCounted ? { ...column, field: 'total' as const } : column;
  });
}

/** A size heading may span the three columns of the sides. */
function withSides(columns: readonly BomColumn[], rows: readonly string[][]): BomColumn[] {
  const first = columns.findIndex(({ field }) => field === 'size');
  const isSpanning = first !== -1 && [first + 1, first + 2].every((index) => columns[index]?.title === '');
  if (!isSpanning || !rows.some((row) => row[first + 1] && row[first + 2])) return [...columns];
  return columns.map((column, index) => {
    const field = (['length', 'width', 'height'] as const)[index - first];
    return field ? { ...column, field, unit: columns[first]?.unit ?? '' } : column;
  });
}

/** The number of different known meanings among the columns. */
const countKnown = (columns: readonly BomColumn[]) =>
  new Set(columns.map(({ field }) => field).filter((field) => field !== 'other')).size;

function withoutRepeats(columns: readonly BomColumn[]): BomColumn[] {
  const hasTotal = columns.some(({ field }) => field === 'total');
  return columns.map((column, index) => {
    if (column.isChoice || column.field === 'material' || column.stage !== undefined) return column;
    if (columns.findIndex(({ field }) => field === column.field) === index) return column;
    // A second quantity is read as a total: the two must agree.
    return { ...column, field: column.field === 'num' && !hasTotal ? 'total' : 'other' };
  });
}

/** Totals and signatures below a table. */
const TOTALS = /^(?:合计|总计|小计|共计|总和|累计|(?:sub|grand)?total|sum)(?:$|[\d:：（(￥¥])/i;
const FOOTER = /^(?:制表|审核|编制|批准|审批|采购|联系)(?:人|日期)?\s*[:：]/;

/** 注：未注倒角 C0.5 below a table, or 单位：cm above it. */
const NOTE =
  /^[([【]?(?:注意?|备注|说明|notes?)\s*\d?\s*[:：]|^[([【]?(?:所有|全部|以上)?(?:尺寸|长度)?单位/i;

function isNote(row: readonly string[], { isMaterial }: CatalogueNames): boolean {
  const filled = row.filter(Boolean);
  return (
    filled.length <= 2 &&
    (NOTE.test(filled[0] ?? '') || (filled.length === 1 && statedUnit(filled[0] ?? '') !== undefined)) &&
    !filled.some((cell) => findSizeWithin(cell) !== undefined || isMaterialWord(cell, isMaterial))
  );
}

/** Gives length columns without a unit the unit stated in the notes; two different units make them ambiguous. */
function withStatedUnit(
  columns: readonly BomColumn[],
  notes: readonly (readonly string[])[],
): readonly BomColumn[] {
  const unit = [...new Set(notes.flat().flatMap((note) => statedUnit(note) ?? []))].join('/');
  if (unit === '') return columns;
  return columns.map((column) =>
    column.unit === '' && (isLengthField(column.field) || FREE_TEXT.has(column.field))
      ? { ...column, unit }
      : column,
  );
}
/** Columns whose text may contain a size. */
const FREE_TEXT: ReadonlySet<string> = new Set(['name', 'remark', 'code', 'other']);

function isTotalOrSignature(row: readonly string[], { isMaterial }: CatalogueNames): boolean {
  const filled = row.filter(Boolean);
  const hasTotalLabel = filled.slice(0, 3).some((cell) => TOTALS.test(cell.replaceAll(/\s+/g, '')));
  const isFooter = filled.length <= 4 && FOOTER.test(filled[0] ?? '');
  return (
    (hasTotalLabel || isFooter) &&
    !filled.some((cell) => readSizeNotation(cell) !== undefined || isMaterialWord(cell, isMaterial))
  );
}

/** Costs, taxes and purchased parts. */
const FEE =
  /^(?:(?:运|快递|物流|包装|开机|编程|工装|夹具|治具|模具|检测|测量|加急|管理|服务|材料|加工|人工|其[他它])费用?|税[费点额金率]|增值税|(?:不?含)税|折扣|优惠|freight|shipping|tooling|packing|vat|tax|discount)(?:$|[\s\d:：（(￥¥])/i;
const PURCHASED =
  /^(?:标准件|标件|外购件?|外采件?|采购件|购买件|客供件?|自备件?|purchased|standardparts?|bought-?out)/i;
const SCREW = /(?:螺[丝钉栓母帽]|screws?|bolts?|\bnuts?)(?=$|[\s\d(（M])/i;
const THREAD = /^M\d+(?:\.\d+)?(?:\s*[×x*-]\s*[lL]?\d+)?$|GB\/?T\s*\d|DIN\s*\d|ISO\s*\d/i;

/** Whether a row without a size is a cost or a purchased part. */
function isCostOrPurchased(row: readonly string[]): boolean {
  const filled = row.filter(Boolean);
  const isFeeOrPurchase = filled
    .slice(0, 3)
    .some((cell) => FEE.test(cell) || PURCHASED.test(cell.replaceAll(/\s/g, '')));
  const isScrew = filled.some(
    (cell) =>
      SCREW.test(cell) &&
      cell
        .split(/\s+/)
        .concat(filled)
        .some((word) => THREAD.test(word)),
  );
  return (
    (isFeeOrPurchase || isScrew) &&
    !filled.some((cell) => findSizeWithin(cell) !== undefined) &&
    filled.filter((cell) => /^[\d.]+$/.test(cell)).length < 3
  );
}

/** Whether a cell names a material. Excludes bare grades such as 304, which may be the figure in a row of totals. */
const isMaterialWord = (cell: string, isMaterial: (text: string) => boolean) =>
  !/^\d+$/.test(cell) && isMaterial(cell);

function repeatsHeadings(row: readonly string[], columns: readonly BomColumn[] | undefined): boolean {
  return (
    columns !== undefined &&
    row.some(Boolean) &&
    row.every((cell, index) => cell === (columns[index]?.title ?? ''))
  );
}

/** Whether a row has its size and material in the columns where most rows have them. */
function fitsColumns(
  row: readonly string[],
  columns: readonly BomColumn[],
  { isMaterial }: CatalogueNames,
): boolean {
  const cellOf = (field: BomColumn['field']) =>
    row[columns.findIndex((column) => column.field === field)] ?? '';
  const isElsewhere = (matches: (cell: string) => boolean) => row.some(matches);
  const isSize = (cell: string) => readSizeNotation(cell) !== undefined;
  const size = cellOf('size');
  const hasSides = (['length', 'width', 'height'] as const).every((side) => cellOf(side) !== '');
  if (!isSize(size) && !hasSides && isElsewhere(isSize)) return false;
  return isMaterial(cellOf('material')) || !isElsewhere((cell) => isMaterialWord(cell, isMaterial));
}

/** Guesses the columns of a single row; keeps the common ones if the guess has neither size nor material. */
function guessRowColumns(
  row: readonly string[],
  columns: readonly BomColumn[],
  names: CatalogueNames,
): readonly BomColumn[] {
  const guessed = guessColumns([[...row]], names);
  return guessed.some(({ field }) => field === 'size' || field === 'material') ? guessed : columns;
}

const DITTO = /^(?:同上|同前|〃|″|"|''|ditto|do\.?)$/i;

/** Replaces 同上 and ″ with the value above. */
function resolveDitto(rows: readonly BomRow[]): BomRow[] {
  let above: BomRow | undefined;
  return rows.map((row) => {
    const next = { ...row };
    for (const [field, value] of Object.entries(row)) {
      if (field === 'name' || typeof value !== 'string' || !DITTO.test(value)) continue;
      next[field as BomField] = above?.[field as BomField] ?? value;
      // 同上 in a cell with the whole size stands for all its sides.
      if (field === 'length' && above && row.width === '' && row.height === '')
        Object.assign(next, { width: above.width, height: above.height, isRound: above.isRound ?? false });
    }
    above = next;
    return next;
  });
}
