/** Ways in which programs write the same DXF file, each from its text with `\n` and no blanks to the bytes. */
export const dxfVariants = {
  'a mark of UTF-8 first': (text) => utf8(`\uFEFF${text}`),
  'line ends of old Macs': (text) => utf8(text.replaceAll('\n', '\r')),
  'line ends of Windows': (text) => utf8(text.replaceAll('\n', '\r\n')),
  'line ends made twice': (text) => utf8(text.replaceAll('\n', '\r\r\n')),
  'blanks around codes and values': (text) => utf8(text.replaceAll('\n', ' \t\n').replaceAll(/^/gm, '  ')),
  'small letters': (text) =>
    utf8(eachGroup(text, (code, value) => [code, code === '1' ? value : value.toLowerCase()])),
  'no last line': (text) => utf8(text.replace(/\s*0\nEOF\n$/, '')),
  'a Control-Z at the end': (text) => utf8(`${text}\x1A`),
  'a comment between all groups': (text) =>
    utf8(eachGroup(text, (code, value) => ['999', 'a comment', code, value])),
  'no ends of polylines': (text) => utf8(text.replaceAll(/0\nSEQEND\n8\n0\n/g, '')),
  'no ends of tables and sections': (text) => utf8(text.replaceAll(/0\n(?:ENDTAB|ENDSEC)\n/g, '')),
  'no header': (text) => utf8(text.replace(/0\nSECTION\n2\nHEADER\n.*?\n0\nENDSEC\n/s, '')),
  'decimal commas': (text) =>
    utf8(eachGroup(text, (code, value) => [code, isReal(code) ? value.replace('.', ',') : value])),
  'exponents of Fortran': (text) =>
    utf8(eachGroup(text, (code, value) => [code, isReal(code) ? `${value}D+00` : value])),
  'characters by their number': (text) =>
    utf8(
      text.replaceAll(
        /[^\0-\x7F]/g,
        (letter) => String.raw`\U+${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  'one byte that does not fit': (text) => {
    const end = text.indexOf('BAD') + 3;
    return Uint8Array.from([...utf8(text.slice(0, end)), 0xc3, ...utf8(text.slice(end))]);
  },
  'a section that nobody knows': (text) =>
    utf8(text.replace('0\nEOF', '0\nSECTION\n2\nOBJECTS\n0\nDICTIONARY\n290\nyes\n0\nENDSEC\n0\nEOF')),
} satisfies Record<string, (text: string) => Uint8Array>;

const utf8 = (text: string) => new TextEncoder().encode(text);

const isReal = (code: string) => Number(code) >= 10 && Number(code) < 60;

function eachGroup(text: string, change: (code: string, value: string) => string[]): string {
  const lines = text.split('\n');
  const changed: string[] = [];
  for (let n = 0; n + 1 < lines.length; n += 2) changed.push(...change(lines[n] ?? '', lines[n + 1] ?? ''));
  return `${changed.join('\n')}\n`;
}
