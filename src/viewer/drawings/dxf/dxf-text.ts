const MAX_LENGTH = 500;

/** Characters by the letter after `%%`; '' for letters that only format. */
const symbols: Readonly<Record<string, string>> = { c: '⌀', d: '°', p: '±', u: '', o: '', k: '', '%': '%' };

/** The encodings of `\M+nxxxx` by n. */
const encodings: Readonly<Record<string, string>> = {
  '1': 'shift_jis',
  '2': 'big5',
  '3': 'euc-kr',
  '5': 'gb18030',
};

/** Decodes `\U+00B1` to ±, and `\M+5BCBC`, the two bytes in GBK, to 技. */
const decodeCharacters = (text: string): string =>
  text
    .replaceAll(/\\U\+([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\M\+([1235])([0-9a-f]{2})([0-9a-f]{2})/gi, (_, n: string, ...bytes: string[]) =>
      new TextDecoder(encodings[n]).decode(
        Uint8Array.from(bytes.slice(0, 2), (byte) => Number.parseInt(byte, 16)),
      ),
    );

/** Normalises names of blocks, layers and line types, which are case-insensitive. */
export const normalizeName = (text: string): string => decodeCharacters(text).toUpperCase();

/** The characters of a TEXT, with `%%c` as ⌀. */
export const plainText = (text: string): string =>
  decodeCharacters(
    text
      .replaceAll(/%%(\d{3})/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/%%([cdpuok%])/gi, (_, code: string) => symbols[code.toLowerCase()] ?? ''),
  ).slice(0, MAX_LENGTH);

/** The lines of an MTEXT without formatting, wrapped at `widthEm` heights of a capital letter. */
export function plainLines(text: string, widthEm = Infinity): string[] {
  const lines = decodeCharacters(text)
    .replaceAll(/\\([\\{}])/g, (_, character: string) => escapes[character] ?? '')
    .replaceAll(/\\S([^;]*);/g, (_, stack: string) => stack.replace(/\s*[\^#/]\s*/, '/'))
    .replaceAll(/\\[ACFHQTWcfp][^;\\{}]*;/g, '')
    .replaceAll(/\\[LlOoKk]/g, '')
    .replaceAll('\\~', ' ')
    .replaceAll(/\^[IJ]/g, ' ')
    .replaceAll(/[{}]/g, '')
    .split(/\\[PNX]|\n/);
  return lines
    .flatMap((line) => wrap(plainText(line), widthEm))
    .map((line) => line.replaceAll(/[\u{E000}-\u{E002}]/gu, (mark) => unescaped[mark] ?? ''));
}

/** Escaped characters are replaced by placeholders while formatting is removed. */
const escapes: Readonly<Record<string, string>> = { '\\': '\u{E000}', '{': '\u{E001}', '}': '\u{E002}' };
const unescaped = Object.fromEntries(Object.entries(escapes).map(([character, mark]) => [mark, character]));

/** Approximate widths of glyphs in heights of a capital letter. */
const WIDE = 1.35;
const NARROW = 0.75;
export const widthOfText = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0);
const widthOf = (letter: string) => ((letter.codePointAt(0) ?? 0) > 0x2e_80 ? WIDE : NARROW);

/** Lines that exceed their frame only slightly in our font are not wrapped. */
const TOLERANCE = 1.15;

/** Lines may break between Chinese characters, except before punctuation, and between words. */
const WORD =
  /[\u{2E80}-\u{FFFF}][，。；：、！？）》”]*|[^\u{2E80}-\u{FFFF}\s]+[，。；：、！？）》”]*\s*|\s+/gu;

function wrap(line: string, widthEm: number): string[] {
  if (!(widthEm > WIDE) || widthOfText(line) <= widthEm * TOLERANCE) return [line];
  const lines = [''];
  let room = widthEm;
  for (const word of line.match(WORD) ?? []) {
    const width = widthOfText(word.trimEnd());
    if (width > room && lines.at(-1) !== '') {
      lines.push('');
      room = widthEm;
    }
    lines[lines.length - 1] += word;
    room -= widthOfText(word);
  }
  return lines;
}
