import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { packageRoot } from '#server/package-root.ts';

/** Opened once per thread: glyphs are read on demand. */
export const fonts = { regular: openFont('Regular'), bold: openFont('Bold') };

function openFont(weight: string): Font {
  const file = `assets/fonts/NotoSansSC-${weight}.ttf.br`;
  const font = create(brotliDecompressSync(readFileSync(new URL(file, packageRoot))));
  if ('fonts' in font) throw new Error(`${file} is a collection`);
  return font;
}
