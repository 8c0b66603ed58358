import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';

/** Opened once per thread: glyphs are read on demand. */
export const fonts = { regular: openFont('400Regular'), bold: openFont('700Bold') };

function openFont(weight: string): Font {
  const file = `@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`;
  const font = openSync(createRequire(import.meta.url).resolve(file));
  if ('fonts' in font) throw new Error(`${file} is a collection`);
  return font;
}
