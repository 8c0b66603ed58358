import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { packageRoot } from '#server/package-root.ts';

/** Opened once per thread; glyphs are read on demand. */
export const fonts = { regular: openFont('NotoSansSC-Regular.ttf'), bold: openFont('NotoSansSC-Bold.ttf') };

/**
 * Fonts for characters that the fonts above lack. Opened only when a text needs them, so that a document without such
 * characters keeps its bytes.
 */
const fallbackFonts = {
  /** Drawing symbols, European letters, emoji. */
  signs: once(() => openFont('QuotemillSigns-Regular.ttf')),
  /** Hangul and the ideographs beyond the basic plane. */
  rare: once(() => openFont('NotoSansCJKRest-Regular.otf')),
} as const;
type FallbackFont = keyof typeof fallbackFonts;
export const fallbackFont = (name: FallbackFont): Font => fallbackFonts[name]();

/** Printed for a character that no font has. */
const SUBSTITUTE = '〓';

/** Characters without width: joiners, direction marks, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /[\u00A0\u2000-\u200A\u202F\u205F]/g;

const hasGlyph = (font: Font, character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** The fallback font of a character; undefined if the regular font has it, `none` if no font has it. */
function fallbackNameFor(character: string): FallbackFont | 'none' | undefined {
  if (hasGlyph(fonts.regular, character)) return undefined;
  return (
    (Object.keys(fallbackFonts) as FallbackFont[]).find((name) => hasGlyph(fallbackFont(name), character)) ??
    'none'
  );
}

/** Consecutive characters in one font; undefined: the regular or bold font. */
export interface Run {
  font: FallbackFont | undefined;
  text: string;
}

const isRegularText = (text: string): boolean =>
  Array.from(text).every((character) => hasGlyph(fonts.regular, character));

/** Splits a text by font, removes invisible characters and replaces characters that no font has. */
export function splitByFont(text: string): Run[] {
  if (isRegularText(text)) return [{ font: undefined, text }];
  const runs: Run[] = [];
  for (const character of text.replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ')) {
    const fallback = fallbackNameFor(character);
    const font = fallback === 'none' ? undefined : fallback;
    const shown = fallback === 'none' ? SUBSTITUTE : character;
    const last = runs.at(-1);
    if (last && last.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

/** The distinct characters of a text that no font has. */
export const missingCharacters = (text: string): string =>
  [
    ...new Set(
      text
        .replaceAll(INVISIBLE, '')
        .replaceAll(SPACES, ' ')
        .replaceAll(/[\n\r\t]/g, ''),
    ),
  ]
    .filter((character) => fallbackNameFor(character) === 'none')
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
