/** Parses the clipboard text of a spreadsheet into rows. Fields with tabs, line breaks or quotes are quoted. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    rows.at(-1)?.push(field);
    field = '';
  };
  const plain = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain.charAt(index);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (plain.charAt(index + 1) === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === '\t') endField();
    else if (character === '\n') {
      endField();
      rows.push([]);
    } else field += character;
  }
  endField();
  return rows;
}

/**
 * Writes a block as clipboard text for spreadsheets; each row ends with a line break. Cells hold figures, which need no
 * quotes.
 */
export function formatBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join('\t')}\n`).join('');
}
