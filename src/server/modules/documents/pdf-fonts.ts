import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { packageRoot } from '#server/package-root.ts';

/** Opened once per thread: glyphs are read on demand. */
export const fonts = { regular: openFont('NotoSansSC-Regular.ttf'), bold: openFont('NotoSansSC-Bold.ttf') };

/** For characters that the fonts above lack; opened when a text needs them. Documents without such texts keep their bytes. */
const others = {
  /** Signs of drawings, letters of Europe, emoji. */
  signs: once(() => openFont('QuotemillSigns-Regular.ttf')),
  /** Hangul and the ideographs beyond the basic plane. */
  rare: once(() => openFont('NotoSansCJKRest-Regular.otf')),
} as const;
type OtherFont = keyof typeof others;
export const otherFont = (name: OtherFont): Font => others[name]();

/** Printed for a character that no font has. */
const SUBSTITUTE = '〓';

/** Characters without width: joiners, directions, variants of the preceding character. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /[\u00A0\u2000-\u200A\u202F\u205F]/g;

const isIn = (font: Font, character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** The font of a character: undefined for the two of every document, 'none' when nothing has it. */
function fontOf(character: string): OtherFont | 'none' | undefined {
  if (isIn(fonts.regular, character)) return undefined;
  return (Object.keys(others) as OtherFont[]).find((name) => isIn(otherFont(name), character)) ?? 'none';
}

/** A part of a text in one font. */
export interface Run {
  font: OtherFont | undefined;
  text: string;
}

const hasAll = (text: string): boolean =>
  Array.from(text).every((character) => isIn(fonts.regular, character));

/** The text by fonts, without invisible characters; characters that no font has are replaced. */
export function runsOf(text: string): Run[] {
  if (hasAll(text)) return [{ font: undefined, text }];
  const runs: Run[] = [];
  for (const character of text.replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ')) {
    const found = fontOf(character);
    const font = found === 'none' ? undefined : found;
    const shown = found === 'none' ? SUBSTITUTE : character;
    const last = runs.at(-1);
    if (last && last.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

/** The characters of a text that no font has, each once. */
export const missingIn = (text: string): string =>
  [
    ...new Set(
      text
        .replaceAll(INVISIBLE, '')
        .replaceAll(SPACES, ' ')
        .replaceAll(/[\n\r\t]/g, ''),
    ),
  ]
    .filter((character) => fontOf(character) === 'none')
    .join('');

function once<T>(open: () => T): () => T {
  let opened: T | undefined;
  return () => (opened ??= open());
}

function openFont(name: string): Font {
  const file = `assets/fonts/${name}.br`;
  const font = create(brotliDecompressSync(readFileSync(new URL(file, packageRoot))));
  if ('fonts' in font) throw new Error(`${file} is a collection`);
  return font;
}
