/** Splits as spreadsheets do: a cell in double quotes may contain separators, line breaks and doubled quotes. */
export function splitCells(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let index = 0;
  while (index <= text.length) {
    const quoted = text[index] === '"' ? readQuoted(text, index, separator) : undefined;
    const end = quoted?.end ?? endOfCell(text, index, separator);
    row.push(quoted?.cell ?? text.slice(index, end));
    if (text[end] !== separator) {
      rows.push(row);
      row = [];
    }
    index = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return rows;
}

/** Reads a cell in double quotes; undefined if they do not enclose the whole cell, as in `"A" bracket`. */
function readQuoted(
  text: string,
  start: number,
  separator: string,
): { cell: string; end: number } | undefined {
  // A cell that contains only a quotation mark means “as above”.
  if (/^(?:$|[\r\n])/.test(text.slice(start + 1, start + 2)) || text[start + 1] === separator)
    return undefined;
  let cell = '';
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] !== '"') cell += text[index];
    else if (text[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else return endOfCell(text, index + 1, separator) === index + 1 ? { cell, end: index + 1 } : undefined;
  }
  return undefined;
}

function endOfCell(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** Parses a block copied from a spreadsheet, which ends with a line break. */
export const parseBlock = (text: string): string[][] =>
  splitCells(text.replace(/(?:\r\n|[\r\n])$/, ''), '\t');

/** Formats a block for spreadsheets. Cells contain figures, which need no quotes. */
export const formatBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join('\t')}\n`).join('');
