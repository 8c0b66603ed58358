import { findSize, plainText } from './list-size.ts';

/** Stands for a space within a size while words are separated. */
const HELD = '\uE000';
const MAX_LINE = 500;
/** Far more than a quotation has parts: each of these lines is looked through for a size. */
const MAX_SPACED = 1000;
/** No list of parts has more columns. */
const MAX_CELLS = 100;
/** Marks without a width, which come with text from web pages. */
const UNSEEN = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;

/** The cells of pasted text, row by row: from a spreadsheet, from CSV, or typed with spaces between the values. */
export function readCells(text: string): string[][] {
  const mark = separatorOf(text);
  const rows = mark
    ? splitCells(text.replaceAll(mark.pattern, mark.separator), mark.separator)
    : text
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .slice(0, MAX_SPACED)
        .map(splitWords);
  return (
    rows
      .map((row) =>
        (mark?.separator === '|' ? withoutFrame(row) : row)
          .slice(0, MAX_CELLS)
          .map((cell) => cell.replaceAll(UNSEEN, '').trim().slice(0, MAX_LINE)),
      )
      // Below the headings of a table in plain text there is a line.
      .filter((row) => row.some((cell) => cell !== '' && !/^:?-{2,}:?$/.test(cell)))
  );
}

/** Whether the values of text are separated by spaces only. */
export const isSpaced = (text: string): boolean => separatorOf(text) === undefined;

const SEPARATORS = [
  { separator: ',', pattern: /，/g },
  { separator: ';', pattern: /；/g },
  { separator: '|', pattern: /｜/g },
];

function separatorOf(text: string): { separator: string; pattern: RegExp } | undefined {
  if (text.includes('\t')) return { separator: '\t', pattern: /\t/g };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return SEPARATORS.find(({ separator, pattern }) => {
    const separated = lines.filter((line) => line.replaceAll(pattern, separator).split(separator).length > 2);
    return separated.length > 0 && separated.length >= lines.length * 0.7;
  });
}

/** A row of | a | b |. */
const withoutFrame = (row: readonly string[]): string[] =>
  row.slice(row[0]?.trim() === '' ? 1 : 0, row.at(-1)?.trim() === '' ? -1 : undefined);

/** The cells of a block copied from a spreadsheet. Blank rows stay, because each row meets one part; those at the end are dropped. */
export function readBlock(text: string): string[][] {
  const rows = splitCells(text, '\t').map((row) => row.map((cell) => cell.trim()));
  return rows.slice(0, rows.findLastIndex((row) => row.some(Boolean)) + 1);
}

/** Whether every line has several commas. */
export function isCsv(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every((line) => (line.match(/[,，]/g) ?? []).length >= 2);
}

/** Keeps `80 × 40 × 10 mm` in one cell. */
function splitWords(written: string): string[] {
  const text = written.replaceAll(/[，；]/g, ' ');
  const size = findSize(text.slice(0, MAX_LINE));
  const plain = size ? plainText(text) : text;
  const line = size
    ? `${plain.slice(0, size.start).replace(/([^:：])$/, '$1 ')}${plain.slice(size.start, size.end).replaceAll(/\s/g, HELD)} ${plain.slice(size.end)}`
    : text;
  return line
    .replaceAll(/\s*([×*✕✖╳])\s*/g, '$1')
    .replaceAll(/(\d)\s*([xX])\s*(?=\d)/g, '$1$2')
    .replaceAll(/(\d)\s+(?=(?:mm|毫米|cm|厘米|m|米|件|个|pcs)(?:\s|$))/gi, '$1')
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(HELD, ' '));
}

/** Splits as spreadsheets do: a cell in double quotes may contain separators, line breaks and doubled quotes. */
function splitCells(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at, separator) : undefined;
    const end = quoted?.end ?? endOfCell(text, at, separator);
    row.push(quoted?.cell ?? text.slice(at, end));
    if (text[end] !== separator) {
      rows.push(row);
      row = [];
    }
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return rows;
}

/** Undefined when the quote does not enclose the whole cell, as in `"A" bracket`. */
function readQuoted(
  text: string,
  start: number,
  separator: string,
): { cell: string; end: number } | undefined {
  // Alone it is the mark for “as above”.
  if (/^(?:$|[\r\n])/.test(text.slice(start + 1, start + 2)) || text[start + 1] === separator)
    return undefined;
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return endOfCell(text, at + 1, separator) === at + 1 ? { cell, end: at + 1 } : undefined;
  }
  return undefined;
}

function endOfCell(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
