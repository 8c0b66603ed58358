import { splitCells } from '#domain/grid/clipboard.ts';
import { findSizeWithin, plainText } from './list-size.ts';

/** Placeholder for a space inside a size while the line is split at spaces. */
const SPACE_IN_SIZE = '\uE000';
const MAX_CELL_LENGTH = 500;
/** Limits the slow search for sizes; far more lines than a quotation has parts. */
const MAX_SPACED_LINES = 1000;
/** More columns than any list of parts has. */
const MAX_CELLS = 100;
/** Zero-width characters, which occur in text from web pages. */
const ZERO_WIDTH = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;

/** Splits pasted text into rows of cells: from a spreadsheet, CSV, or values separated by spaces. */
export function readCells(text: string): string[][] {
  const separator = separatorOf(text);
  const rows = separator
    ? splitCells(text.replaceAll(separator.pattern, separator.character), separator.character)
    : text
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .slice(0, MAX_SPACED_LINES)
        .map(splitWords);
  return (
    rows
      .map((row) =>
        (separator?.character === '|' ? withoutFrame(row) : row)
          .slice(0, MAX_CELLS)
          .map((cell) => cell.replaceAll(ZERO_WIDTH, '').trim().slice(0, MAX_CELL_LENGTH)),
      )
      // Drops the dashes below the headings of a plain-text table.
      .filter((row) => row.some((cell) => cell !== '' && !/^:?-{2,}:?$/.test(cell)))
  );
}

/** Whether values are separated by spaces only. */
export const isSpaceSeparated = (text: string): boolean => separatorOf(text) === undefined;

const SEPARATORS = [
  { character: ',', pattern: /，/g },
  { character: ';', pattern: /；/g },
  { character: '|', pattern: /｜/g },
];

function separatorOf(text: string): { character: string; pattern: RegExp } | undefined {
  if (text.includes('\t')) return { character: '\t', pattern: /\t/g };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return SEPARATORS.find(({ character, pattern }) => {
    const separated = lines.filter((line) => line.replaceAll(pattern, character).split(character).length > 2);
    return separated.length > 0 && separated.length >= lines.length * 0.7;
  });
}

/** Removes the empty cells at both ends of | a | b |. */
const withoutFrame = (row: readonly string[]): string[] =>
  row.slice(row[0]?.trim() === '' ? 1 : 0, row.at(-1)?.trim() === '' ? -1 : undefined);

/** The cells of a block copied from a spreadsheet. Keeps blank rows, since each row belongs to one part; drops them at the end. */
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
  const size = findSizeWithin(text.slice(0, MAX_CELL_LENGTH));
  const plain = size ? plainText(text) : text;
  const line = size
    ? `${plain.slice(0, size.start).replace(/([^:：])$/, '$1 ')}${plain.slice(size.start, size.end).replaceAll(/\s/g, SPACE_IN_SIZE)} ${plain.slice(size.end)}`
    : text;
  return line
    .replaceAll(/\s*([×*✕✖╳])\s*/g, '$1')
    .replaceAll(/(\d)\s*([xX])\s*(?=\d)/g, '$1$2')
    .replaceAll(/(\d)\s+(?=(?:mm|毫米|cm|厘米|m|米|件|个|pcs)(?:\s|$))/gi, '$1')
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(SPACE_IN_SIZE, ' '));
}
