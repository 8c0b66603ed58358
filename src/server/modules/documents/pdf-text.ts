import { fallbackFont, splitByFont, type Run } from './pdf-fonts.ts';

type Doc = PDFKit.PDFDocument;

interface TextOptions {
  /** Points. */
  width: number;
  align?: 'left' | 'center' | 'right';
}

/** A Latin word, which is broken only if it is longer than a line, or any other single character. */
const PIECES = /[\u0021-\u02af\u2010-\u2027]+|./gsu;
/** Characters that must not start a line. */
const CLOSING = /^[、，。；：！？）】》」』”’％·]/u;

/** Widths of pieces at size 1, by font: text is measured far more often than drawn. */
const widthCache = new WeakMap<Doc, Map<string, number>>();

function widthOf(doc: Doc, piece: string): number {
  const { name, size } = fontOf(doc);
  let widths = widthCache.get(doc);
  if (!widths) widthCache.set(doc, (widths = new Map<string, number>()));
  const key = `${name}/${piece}`;
  let width = widths.get(key);
  if (width === undefined) widths.set(key, (width = measureWidth(doc, piece) / size));
  return width * size;
}

function measureWidth(doc: Doc, piece: string): number {
  let width = 0;
  for (const run of splitByFont(piece)) withFont(doc, run, () => (width += doc.widthOfString(run.text)));
  return width;
}

/** Runs work with the font of the run, then restores the current one. */
function withFont(doc: Doc, { font }: Run, work: () => void): void {
  if (font === undefined) return work();
  const { name } = fontOf(doc);
  doc.registerFont(font, fallbackFont(font) as unknown as ArrayBuffer);
  doc.font(font);
  work();
  doc.font(name);
}

/** pdfkit does not expose the current font. */
function fontOf(doc: Doc): { name: string; size: number; ascender: number } {
  const { _font, _fontSize } = doc as unknown as {
    _font: { id: string; name: string; ascender: number };
    _fontSize: number;
  };
  return { name: _font.name, size: _fontSize, ascender: _font.ascender };
}

/** Breaks the text into lines of at most `width` points in the current font. Splits words that are longer. */
export function linesOf(doc: Doc, content: string, width: number): string[] {
  return content.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let usedWidth = 0;
    for (const piece of paragraph.match(PIECES)?.flatMap((word) => breakWord(doc, word, width)) ?? []) {
      const pieceWidth = widthOf(doc, piece);
      if (line !== '' && usedWidth + pieceWidth > width && !CLOSING.test(piece)) {
        lines.push(line.trimEnd());
        line = '';
        usedWidth = 0;
        if (piece === ' ') continue;
      }
      line += piece;
      usedWidth += pieceWidth;
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()];
  });
}

function breakWord(doc: Doc, word: string, width: number): string[] {
  if (widthOf(doc, word) <= width) return [word];
  return Array.from(word);
}

/** With the fonts' own line height of 1.448, ten ordinary items would push the signatures onto a second page. */
const LEADING = 1.3;

const lineHeightOf = (doc: Doc): number => fontOf(doc).size * LEADING;

/** The height of the text in points, in the current font; 0 for an empty text. */
export function heightOf(doc: Doc, content: string, width: number): number {
  return linesOf(doc, content, width).length * lineHeightOf(doc);
}

/** Writes the text line by line, downwards from a point. */
export function writeText(
  doc: Doc,
  content: string,
  x: number,
  y: number,
  { width, align = 'left' }: TextOptions,
): void {
  const height = lineHeightOf(doc);
  linesOf(doc, content, width).forEach((line, index) => {
    const freeWidth = align === 'left' ? 0 : width - widthOfLine(doc, line);
    drawLine(doc, line, x + (align === 'center' ? freeWidth / 2 : freeWidth), y + index * height);
  });
}

/** Draws the text of all fonts on the baseline of the current font. */
function drawLine(doc: Doc, line: string, x: number, y: number): void {
  const { ascender, size } = fontOf(doc);
  let runX = x;
  for (const run of splitByFont(line)) {
    withFont(doc, run, () => {
      const offsetY = ((ascender - fontOf(doc).ascender) / 1000) * size;
      doc.text(run.text, runX, y + offsetY, { lineBreak: false });
      runX += doc.widthOfString(run.text);
    });
  }
}

const widthOfLine = (doc: Doc, line: string): number =>
  (line.match(PIECES) ?? []).reduce((sum, piece) => sum + widthOf(doc, piece), 0);
