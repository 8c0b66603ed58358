import { columnName } from './workbook.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type RawCell = string | number | boolean | null;

/** A cell that cannot be read. `row` counts from 1, `column` is its letter. */
export interface CellError {
  row: number;
  column: string;
  message: string;
}

/** A file's rows, titles first; or the error. */
export interface RowsRead {
  rows: RawCell[][];
  errors: CellError[];
  /** What a list leaves out of its file, as sentences; absent where it leaves out nothing. */
  leftOut?: string[];
}

/** From 1. */
interface CellPlace {
  row: number;
  column: number;
}

/** The largest price list, including its titles. */
export const MAX_ROWS = 30_001;
export const MAX_CELLS = 400_000;
/** Rows times columns of the used range: two cells in far corners span everything between. */
const MAX_AREA = 1_000_000;
/** Hidden rows that are named at most. */
const MAX_NAMED = 8;
/** Reported at most. */
const MAX_ERRORS = 100;

export const TOO_MANY_CELLS = '表格的单元格过多，无法读取';
export const TOO_MANY_ROWS = `一次最多导入${MAX_ROWS - 1}行，请拆分后再导入`;

/**
 * `import` changes records, so ambiguous cells are refused. `list` is reviewed by the user, so cells are read as displayed.
 */
export type TableUse = 'import' | 'list';

/** What spreadsheets show instead of a result. */
const ERROR_VALUE = /^#(N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;
/** The number of digits that spreadsheets keep. */
const MOST_DIGITS = 15;
const LONG_NUMBER = 10 ** MOST_DIGITS;
/** A .csv written by a spreadsheet program shows numbers of more than eleven digits like this, whatever they were. */
const SHORTENED = /^[+-]?\d(\.\d+)?E\+\d+$/;

/** `B3`; undefined for other text. */
export function cellAddress(text: string): CellPlace | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column };
}

const addressOf = ({ row, column }: CellPlace) => `${columnName(column - 1)}${row}`;

export const errorMessage = (place: CellPlace, value: string) =>
  `${addressOf(place)} 是错误值 ${value}，请改正或清空`;

/** The cells of a table while it is read. Blank ones do not count: a sheet may have a style in each of a million rows. */
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
  set(place: CellPlace, value: RawCell): void {
    if (value === null || value === '') return;
    this.#count(place);
    if (!this.#isStrict) this.#rowAt(place.row)[place.column - 1] = value;
    else if (typeof value === 'string' && ERROR_VALUE.test(value)) {
      this.#add(place, errorMessage(place, value));
    } else if (typeof value === 'number' ? Math.abs(value) >= LONG_NUMBER : isShortened(value)) {
      this.#add(
        place,
        `${addressOf(place)} 的数字超过${MOST_DIGITS}位，末尾的数字已丢失，请把这一格设为文本后重新填写`,
      );
    } else this.#rowAt(place.row)[place.column - 1] = value;
  }

  /** A cell that an import refuses; `shown` is what spreadsheets show in it. */
  error(place: CellPlace, message: string, shown: RawCell): void {
    if (!this.#isStrict) return this.set(place, shown);
    this.#count(place);
    this.#add(place, message);
  }

  /** A list uses the displayed text, an import the stored value. */
  hide(row: number): void {
    if (!this.#isStrict) this.#hidden.push(row);
  }

  merge(range: string): void {
    if (this.#isStrict) this.#merged.push(range);
  }

  read(): RowsRead {
    for (const range of this.#merged) this.#refuseMerged(range);
    if (this.#errors.length > 0) return { rows: [], errors: this.#errors };
    const width = this.#columns;
    const rows = Array.from(this.#rows, (row) => Array.from({ length: width }, (_, at) => row?.[at] ?? null));
    const hidden = this.#hidden.filter((row) => this.#rows[row - 1] !== undefined);
    if (hidden.length === 0) return { rows, errors: [] };
    const named = hidden.slice(0, MAX_NAMED).join('、') + (hidden.length > MAX_NAMED ? ' 等' : '');
    return {
      rows: rows.filter((_, at) => !hidden.includes(at + 1)),
      errors: [],
      leftOut: [`表格里隐藏的 ${hidden.length} 行（第 ${named} 行）没有读入，需要时请取消隐藏或筛选`],
    };
  }

  /** The other cells of a merged range are blank in the file: as values they would delete what is there. */
  #refuseMerged(range: string): void {
    const [first, last] = range.split(':').map(cellAddress);
    if (!first || !last || first.row > this.#rows.length || first.column > this.#columns) return;
    this.#add(first, `${range} 是合并单元格，请取消合并，并填写其中每一格`);
  }

  #rowAt(row: number): RawCell[] {
    return (this.#rows[row - 1] ??= []);
  }

  #count({ row, column }: CellPlace): void {
    this.#cells += 1;
    if (this.#cells > MAX_CELLS) throw new UnreadableFile(TOO_MANY_CELLS);
    if (row > MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
    this.#columns = Math.max(this.#columns, column);
    this.#rowAt(row);
    if (row * this.#columns > MAX_AREA) throw new UnreadableFile('表格的列过多，请使用导出的表头');
  }

  #add({ row, column }: CellPlace, message: string): void {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({ row, column: columnName(column - 1), message });
  }
}

const isShortened = (value: string | boolean) => typeof value === 'string' && SHORTENED.test(value);
