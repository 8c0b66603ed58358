import { columnName } from './workbook.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type RawCell = string | number | boolean | null;

/** A cell that cannot be read. `row` counts from 1, `column` is its letter. */
export interface CellError {
  row: number;
  column: string;
  message: string;
}

/** The rows of a file, header row first; none when there are errors. */
export interface TableRows {
  rows: RawCell[][];
  errors: CellError[];
  /** Sentences about content of the file that a list leaves out. */
  leftOut?: string[];
}

/** Both count from 1. */
interface CellPosition {
  row: number;
  column: number;
}

/** The largest price list, including its header row. */
export const MAX_ROWS = 30_001;
export const MAX_CELLS = 400_000;
/** Rows times columns of the used range: two cells in far corners span everything between. */
const MAX_AREA = 1_000_000;
/** Limit of hidden rows that a note names. */
const MAX_LISTED = 8;
const MAX_ERRORS = 100;

export const TOO_MANY_CELLS = '表格的单元格过多，无法读取';
export const TOO_MANY_ROWS = `一次最多导入${MAX_ROWS - 1}行，请拆分后再导入`;

/** `import` changes records, so it refuses ambiguous cells. `list` is reviewed by the user, so it reads cells as displayed. */
export type TableUse = 'import' | 'list';

/** Error values that spreadsheets show instead of a result. */
const ERROR_VALUE = /^#(N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;
/** The number of digits that spreadsheets keep. */
const MAX_DIGITS = 15;
const LONG_NUMBER = 10 ** MAX_DIGITS;
/** Spreadsheets write numbers of more than eleven digits like this in .csv files, which loses digits. */
const SHORTENED = /^[+-]?\d(\.\d+)?E\+\d+$/;

/** `B3`; undefined for other text. */
export function parseReference(text: string): CellPosition | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column };
}

const referenceOf = ({ row, column }: CellPosition) => `${columnName(column - 1)}${row}`;

export const errorMessage = (position: CellPosition, value: string) =>
  `${referenceOf(position)} 是错误值 ${value}，请改正或清空`;

/** Collects the cells of a table. Blank ones do not count: a sheet may have a style in each of a million rows. */
export class SheetRows {
  readonly #rows: (RawCell[] | undefined)[] = [];
  readonly #errors: CellError[] = [];
  readonly #merged: string[] = [];
  readonly #hidden: number[] = [];
  readonly #isStrict: boolean;
  #cells = 0;
  #columns = 0;

  constructor(use: TableUse) {
    this.#isStrict = use === 'import';
  }

  /** Throws `UnreadableFile` where the table becomes too large. */
  set(position: CellPosition, value: RawCell): void {
    if (value === null || value === '') return;
    this.#count(position);
    if (!this.#isStrict) this.#rowAt(position.row)[position.column - 1] = value;
    else if (typeof value === 'string' && ERROR_VALUE.test(value)) {
      this.#addError(position, errorMessage(position, value));
    } else if (typeof value === 'number' ? Math.abs(value) >= LONG_NUMBER : isShortened(value)) {
      this.#addError(
        position,
        `${referenceOf(position)} 的数字超过${MAX_DIGITS}位，末尾的数字已丢失，请把这一格设为文本后重新填写`,
      );
    } else this.#rowAt(position.row)[position.column - 1] = value;
  }

  /** Adds a cell that an import refuses; `shown` is its displayed value, which a list uses. */
  setRefused(position: CellPosition, message: string, shown: RawCell): void {
    if (!this.#isStrict) return this.set(position, shown);
    this.#count(position);
    this.#addError(position, message);
  }

  /** Hides a row from a list; an import reads it. */
  hide(row: number): void {
    if (!this.#isStrict) this.#hidden.push(row);
  }

  merge(range: string): void {
    if (this.#isStrict) this.#merged.push(range);
  }

  read(): TableRows {
    for (const range of this.#merged) this.#refuseMerged(range);
    if (this.#errors.length > 0) return { rows: [], errors: this.#errors };
    const width = this.#columns;
    const rows = Array.from(this.#rows, (row) => Array.from({ length: width }, (_, at) => row?.[at] ?? null));
    const hidden = this.#hidden.filter((row) => this.#rows[row - 1] !== undefined);
    if (hidden.length === 0) return { rows, errors: [] };
    const rowNumbers = hidden.slice(0, MAX_LISTED).join('、') + (hidden.length > MAX_LISTED ? ' 等' : '');
    return {
      rows: rows.filter((_, at) => !hidden.includes(at + 1)),
      errors: [],
      leftOut: [`表格里隐藏的 ${hidden.length} 行（第 ${rowNumbers} 行）没有读入，需要时请取消隐藏或筛选`],
    };
  }

  /** Refuses merged cells: all but the first are blank in the file, and importing those would delete values. */
  #refuseMerged(range: string): void {
    const [first, last] = range.split(':').map(parseReference);
    if (!first || !last || first.row > this.#rows.length || first.column > this.#columns) return;
    this.#addError(first, `${range} 是合并单元格，请取消合并，并填写其中每一格`);
  }

  #rowAt(row: number): RawCell[] {
    return (this.#rows[row - 1] ??= []);
  }

  #count({ row, column }: CellPosition): void {
    this.#cells += 1;
    if (this.#cells > MAX_CELLS) throw new UnreadableFile(TOO_MANY_CELLS);
    if (row > MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
    this.#columns = Math.max(this.#columns, column);
    this.#rowAt(row);
    if (row * this.#columns > MAX_AREA) throw new UnreadableFile('表格的列过多，请使用导出的表头');
  }

  #addError({ row, column }: CellPosition, message: string): void {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({ row, column: columnName(column - 1), message });
  }
}

const isShortened = (value: string | boolean) => typeof value === 'string' && SHORTENED.test(value);
