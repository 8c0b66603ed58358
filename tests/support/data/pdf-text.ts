import { inflateSync } from 'node:zlib';

/** A text on a page; x and y in points from the top left corner. */
export interface PdfText {
  page: number;
  x: number;
  y: number;
  text: string;
}

const A4_HEIGHT = 841.89;

/**
 * The texts of a PDF that pdfkit wrote, in the order of drawing. Later versions of an object replace earlier ones, as in
 * any reader.
 */
export function textsOf(file: Uint8Array): PdfText[] {
  const objects = objectsOf(Buffer.from(file));
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.flatMap(({ head }, index) => {
    const resources = objects.get(refOf(head, 'Resources'))?.head ?? '';
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const font = objects.get(Number(id))?.head ?? '';
        return [name, charactersOf(objects.get(refOf(font, 'ToUnicode')))] as const;
      }),
    );
    return contentsOf(head).flatMap((id) => drawnBy(objects.get(id), fonts, index + 1));
  });
}

/** The visible lines of a page range: the texts at one height, from left to right. */
export function linesOf(texts: readonly PdfText[]): string[][] {
  const lines = new Map<string, PdfText[]>();
  for (const text of texts) {
    const key = `${text.page}/${text.y.toFixed(1)}`;
    lines.set(key, [...(lines.get(key) ?? []), text]);
  }
  return [...lines.values()].map((line) => line.toSorted((a, b) => a.x - b.x).map(({ text }) => text));
}

/** The number of pages of a file by pdfkit or Chromium, as first written. */
export const pageCountOf = (file: Uint8Array): number =>
  Buffer.from(file)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

/** The texts of the watermarks, one for each page that has one. */
export function marksOf(file: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(file));
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.flatMap(({ head }) =>
    contentsOf(head).flatMap((id) => {
      const drawn = objects.get(id)?.stream?.toString('latin1') ?? '';
      const units = /\/ActualText <feff([0-9a-f]*)>/.exec(drawn)?.[1];
      return units === undefined ? [] : [Buffer.from(units, 'hex').swap16().toString('utf16le')];
    }),
  );
}

interface PdfObject {
  head: string;
  stream?: Buffer;
}

function objectsOf(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const whole = text.slice(start, text.indexOf('endobj', start));
    const [head = ''] = whole.split('\nstream\n', 1);
    const length = head === whole ? undefined : /\/Length (\d+)/.exec(head)?.[1];
    const from = start + head.length + '\nstream\n'.length;
    const body = length === undefined ? undefined : file.subarray(from, from + Number(length));
    objects.set(Number(match[1]), {
      head,
      ...(body && { stream: head.includes('/FlateDecode') ? inflateSync(body) : body }),
    });
  }
  return objects;
}

const refOf = (head: string, key: string) => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]);

const contentsOf = (head: string) => {
  const list = /\/Contents (\[[^\]]*\]|\d+ 0 R)/.exec(head)?.[1] ?? '';
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
};

/** Characters by glyph, of a `bfrange` with a list, which is what pdfkit writes. */
function charactersOf(map: PdfObject | undefined): Map<number, string> {
  const characters = new Map<number, string>();
  const ranges =
    map?.stream?.toString('latin1').matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g) ?? [];
  for (const [, first = '', list = ''] of ranges) {
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units = ''], index) => {
      const bytes = Buffer.from(units.replaceAll(' ', ''), 'hex');
      characters.set(Number.parseInt(first, 16) + index, bytes.swap16().toString('utf16le'));
    });
  }
  return characters;
}

function drawnBy(
  content: PdfObject | undefined,
  fonts: ReadonlyMap<string, ReadonlyMap<number, string>>,
  page: number,
): PdfText[] {
  const drawn = content?.stream?.toString('latin1') ?? '';
  const blocks = drawn.matchAll(/([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n[^]*?\[(.*?)\] TJ/g);
  return [...blocks].map(([, x, y, font = '', size, shown = '']) => {
    const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '').join('');
    // The ascent of Noto Sans SC, from the line's top to its base.
    const top = A4_HEIGHT - Number(y) - 1.16 * Number(size);
    return { page, x: Number(x), y: top, text };
  });
}
