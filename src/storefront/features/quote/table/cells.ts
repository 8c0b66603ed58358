import { splitCells } from '#domain/grid/clipboard.ts';
import { findSize, plainText } from './list-size.ts';

/** Stands for a space within a size while words are separated. */
const HELD = '\uE000';
const MAX_LINE = 500;
/** Far more than a quotation has parts: each of these lines is looked through for a size. */
const MAX_SPACED = 1000;
/** More columns than any list of parts has. */
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
