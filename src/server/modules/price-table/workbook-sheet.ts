import { UnreadableFile } from './unreadable-file.ts';

/** The largest price list, including its titles. */
export const MAX_ROWS = 30_001;
export const MAX_CELLS = 400_000;
/** Rows times columns of the used range: two cells in far corners span everything between. */
const MAX_AREA = 1_000_000;
const MAX_FORMULAS = 100;

export const TOO_MANY_CELLS = '表格的单元格过多，无法读取';
export const TOO_MANY_ROWS = `一次最多导入${MAX_ROWS - 1}行，请拆分后再导入`;

/** The XML of the first sheet in the workbook's order. Throws `UnreadableFile`. */
export function firstSheet(parts: ReadonlyMap<string, Buffer>): string {
  const relation = /<(?:\w+:)?sheet\b[^>]*?\s\w+:id="([^"]*)"/.exec(textOf(parts, 'xl/workbook.xml'))?.[1];
  const relations = textOf(parts, 'xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b([^>]*)>/g);
  for (const [, attributes = ''] of relations) {
    if (/\bId="([^"]*)"/.exec(attributes)?.[1] !== relation) continue;
    const target = /\bTarget="([^"]*)"/.exec(attributes)?.[1] ?? '';
    return textOf(parts, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  throw new UnreadableFile('文件中没有工作表');
}

function textOf(parts: ReadonlyMap<string, Buffer>, name: string): string {
  const part = parts.get(name);
  if (!part) throw new UnreadableFile('文件已损坏，或不是 .xlsx 表格');
  return part.toString('utf8');
}

export interface FormulaCell {
  row: number;
  column: string;
}

/**
 * Checks a sheet before it is read as a table: refuses one that is too large, and finds the formulas, of which a
 * reader would return only the cached results.
 */
export function findFormulas(xml: string): FormulaCell[] {
  const formulas: FormulaCell[] = [];
  const cell: FormulaCell = { row: 0, column: '' };
  let cells = 0;
  let rows = 0;
  let columns = 0;
  for (const [, tag, attributes = ''] of xml.matchAll(/<(?:\w+:)?(c|f)\b([^>]*)>/g)) {
    if (tag === 'f') {
      if (formulas.length < MAX_FORMULAS) formulas.push({ ...cell });
      continue;
    }
    cells += 1;
    if (cells > MAX_CELLS) throw new UnreadableFile(TOO_MANY_CELLS);
    const [, letters = '', digits = ''] = /\br="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? [];
    if (digits === '') throw new UnreadableFile('文件已损坏，或不是 .xlsx 表格');
    cell.row = Number(digits);
    cell.column = letters;
    if (attributes.endsWith('/')) continue;
    rows = Math.max(rows, cell.row);
    columns = Math.max(columns, columnNumber(letters));
  }
  if (rows > MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
  if (rows * columns > MAX_AREA) throw new UnreadableFile('表格的列过多，请使用导出的表头');
  return formulas;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
