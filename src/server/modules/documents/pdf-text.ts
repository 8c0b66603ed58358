type Doc = PDFKit.PDFDocument;

interface Placing {
  /** Points. */
  width: number;
  align?: 'left' | 'center' | 'right';
}

/** A word that must not be broken, a space, or any other single character. */
const PIECES = /[\u0021-\u02af\u2010-\u2027]+|./gsu;
/** Characters that must not start a line. */
const CLOSING = /^[、，。；：！？）】》」』”’％·]/u;

/** Widths of pieces at size 1, by font: text is measured far more often than drawn. */
const known = new WeakMap<Doc, Map<string, number>>();

function widthOf(doc: Doc, piece: string): number {
  const { name, size } = fontOf(doc);
  let widths = known.get(doc);
  if (!widths) known.set(doc, (widths = new Map<string, number>()));
  const key = `${name}/${piece}`;
  let width = widths.get(key);
  if (width === undefined) widths.set(key, (width = doc.widthOfString(piece) / size));
  return width * size;
}

/** pdfkit does not expose the current font. */
function fontOf(doc: Doc): { name: string; size: number } {
  const { _font, _fontSize } = doc as unknown as { _font: { name: string }; _fontSize: number };
  return { name: _font.name, size: _fontSize };
}

/** Breaks the text into lines of at most `width` points in the current font. A longer word is cut. */
export function linesOf(doc: Doc, words: string, width: number): string[] {
  return words.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const piece of paragraph.match(PIECES)?.flatMap((one) => cut(doc, one, width)) ?? []) {
      const size = widthOf(doc, piece);
      if (line !== '' && used + size > width && !CLOSING.test(piece)) {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
        if (piece === ' ') continue;
      }
      line += piece;
      used += size;
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()];
  });
}

function cut(doc: Doc, word: string, width: number): string[] {
  if (widthOf(doc, word) <= width) return [word];
  return Array.from(word);
}

/** The fonts' line height of 1.448 would put the signatures of ten usual items on a second page. */
const LEADING = 1.3;

const lineHeightOf = (doc: Doc): number => fontOf(doc).size * LEADING;

/** The height of the text in points, in the current font; 0 for an empty text. */
export function heightOf(doc: Doc, words: string, width: number): number {
  return linesOf(doc, words, width).length * lineHeightOf(doc);
}

/** Writes the text downwards from a point, line by line. */
export function text(
  doc: Doc,
  words: string,
  x: number,
  y: number,
  { width, align = 'left' }: Placing,
): void {
  const height = lineHeightOf(doc);
  linesOf(doc, words, width).forEach((line, index) => {
    const rest = align === 'left' ? 0 : width - widthOfLine(doc, line);
    doc.text(line, x + (align === 'center' ? rest / 2 : rest), y + index * height, { lineBreak: false });
  });
}

const widthOfLine = (doc: Doc, line: string): number =>
  (line.match(PIECES) ?? []).reduce((sum, piece) => sum + widthOf(doc, piece), 0);
