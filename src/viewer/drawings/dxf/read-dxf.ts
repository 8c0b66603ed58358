// oxlint-disable-next-line import/no-named-as-default -- outside of a bundle the package is only its default export
import DxfParser from 'dxf-parser';
import { DrawingError, MAX_DXF_BYTES } from '../drawing.ts';
import { registerGroups } from './dxf-groups.ts';
import { createLookResolver } from './dxf-looks.ts';
import type { DxfPicture } from './dxf-picture.ts';
import { outlineDxf as drawDxf } from './outline-dxf.ts';
import { tidyDxf } from './tidy-dxf.ts';

/**
 * Reads a DXF file as lines and texts.
 * @throws DrawingError
 */
export function readDxf(bytes: Uint8Array): DxfPicture {
  if (bytes.length > MAX_DXF_BYTES) throw new DrawingError('too-large');
  const { text, isTruncated, ...tables } = tidyDxf(decodeDxf(bytes));
  if (text === undefined) throw new DrawingError('damaged');
  const colors = readPalette();
  const dxf = parse(text, colors);
  if (isTruncated && (dxf.entities ?? []).length === 0) throw new DrawingError('damaged');
  return { ...drawDxf(dxf, createLookResolver(tables, colors)), isTruncated };
}

function parse(text: string, colors: ReturnType<typeof readPalette>) {
  const parser = new DxfParser();
  registerGroups(parser, colors);
  try {
    const dxf = parser.parseSync(text);
    if (dxf) return dxf;
  } catch (cause) {
    throw new DrawingError('damaged', { cause });
  }
  throw new DrawingError('damaged');
}

/** AutoCAD's colours by number, which the parser exposes only through its results. */
function readPalette(): (number | undefined)[] {
  const points = Array.from({ length: 256 }, (_, number) => `0\nPOINT\n62\n${number}\n`).join('');
  const dxf = new DxfParser().parseSync(`0\nSECTION\n2\nENTITIES\n${points}0\nENDSEC\n0\nEOF\n`);
  return dxf?.entities.map(({ color }) => color) ?? [];
}

/** Encodings by the number of the code page in `$DWGCODEPAGE`: 936 for ANSI_936. */
const codePages: Readonly<Record<string, string>> = {
  '936': 'gb18030',
  '950': 'big5',
  '932': 'shift_jis',
  '949': 'euc-kr',
  '1250': 'windows-1250',
  '1251': 'windows-1251',
  '1252': 'windows-1252',
};
/** The header ends within this many bytes. */
const HEADER_BYTES = 65_536;

/**
 * Decodes a file. Files have been UTF-8 since AutoCAD 2007; older ones are in the code page of the header, by default Chinese. A
 * few invalid bytes do not rule out UTF-8.
 */
export function decodeDxf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES));
  if (head.startsWith('AutoCAD Binary DXF')) throw new DrawingError('binary');
  const text = new TextDecoder().decode(bytes);
  const invalidCount = countOf(text, /\uFFFD/g);
  if (invalidCount === 0 || invalidCount * VALID_PER_INVALID < countOf(text, /[^\0-\x7F\uFFFD]/g))
    return text;
  const codePage = /\$DWGCODEPAGE\s+3\s+(?:ANSI|DOS)_?(\d+)/i.exec(head)?.[1] ?? '';
  return new TextDecoder(codePages[codePage] ?? 'gb18030').decode(bytes);
}

/** UTF-8 has at least this many valid non-ASCII characters per invalid byte; in GBK read as UTF-8 about half are valid. */
const VALID_PER_INVALID = 2;

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  while (pattern.test(text)) count += 1;
  return count;
}
