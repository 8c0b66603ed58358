/** Texts in lines, several of them in one, separated by `|`. */
export const listed = (lines: string): string[] => lines.split(/[|\n]/).flatMap((text) => text.trim() || []);

/** Listed `text = value`, for tables of tests. */
export const pairsOf = (lines: string): [text: string, value: string][] =>
  listed(lines).map((one) => {
    const [text = '', value = ''] = one.split(' = ');
    return [text, value];
  });

/** Rows of `value = text | text …`; a line without ` = ` continues the previous row. */
export const textsBy = (lines: string): [value: string, texts: string[]][] =>
  lines
    .split(/\n(?=.* = )/)
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const at = row.indexOf(' = ');
      return [row.slice(0, at).trim(), listed(row.slice(at + 3))];
    });
