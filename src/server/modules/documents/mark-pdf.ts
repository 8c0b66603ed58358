import { deflateSync } from 'node:zlib';
import { fonts } from './pdf-fonts.ts';

// In points, as in `pdf-page.ts`, but upwards from the bottom left corner.
const CENTRE = { x: 297, y: 470 };
const SIZE = 64;
const BORDER = 12;
const COS = Math.cos(Math.PI / 10);
const SIN = Math.sin(Math.PI / 10);

/**
 * Prints a label across every page of a file that pdfkit wrote. Appends it as an incremental update (PDF 1.7, 7.5.6):
 * the file's own bytes stay unchanged at the start, and the same file and label always give the same bytes.
 */
export function markPdf(file: Buffer, label: string): Buffer {
  const text = file.toString('latin1');
  const { size, rest, xrefOffset } = readTrailer(text);
  // Two new objects: one saves the graphics state before a page's content, the other restores it and draws the mark.
  const objects = new Map<number, Buffer>([
    [size, createStream('q\n')],
    [size + 1, createStream(drawMark(label))],
  ]);
  for (const [id, page] of pagesOf(text)) {
    const resources = refOf(page, 'Resources');
    objects.set(
      id,
      latin1(
        page.replace(
          /\/Contents (\d+ 0 R)/,
          (_, old: string) => `/Contents [${size} 0 R ${old} ${size + 1} 0 R]`,
        ),
      ),
    );
    objects.set(
      resources,
      latin1(objectOf(text, resources).replace('<<', '<<\n/ExtGState <</Mark <</ca 0.45 /CA 0.45>>>>')),
    );
  }
  return appendObjects(file, objects, `/Size ${size + 2}\n${rest}\n/Prev ${xrefOffset}`);
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

function createStream(content: string): Buffer {
  const bytes = deflateSync(content);
  const head = `<<\n/Length ${bytes.length}\n/Filter /FlateDecode\n>>\nstream\n`;
  return Buffer.concat([latin1(head), bytes, latin1('\nendstream')]);
}

function readTrailer(text: string): { size: number; rest: string; xrefOffset: number } {
  const match = /trailer\n<<\n\/Size (\d+)\n([^]*?)\n>>\nstartxref\n(\d+)\n%%EOF\s*$/.exec(text);
  if (!match) throw new Error('the file has no pdfkit trailer');
  return { size: Number(match[1]), rest: match[2] ?? '', xrefOffset: Number(match[3]) };
}

function pagesOf(text: string): (readonly [number, string])[] {
  return [...text.matchAll(/\n(\d+) 0 obj\n(<<\n\/Type \/Page\n[^]*?)\nendobj/g)].map(
    ([, id, page = '']) => [Number(id), page] as const,
  );
}

function objectOf(text: string, id: number): string {
  const start = `\n${id} 0 obj\n`;
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf('\nendobj', from));
}

const refOf = (page: string, key: string) => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(page)?.[1]);

/** Appends new and changed objects and their cross-reference table to the file. */
function appendObjects(file: Buffer, objects: ReadonlyMap<number, Buffer>, trailer: string): Buffer {
  const parts: Buffer[] = [file];
  let position = file.length;
  const add = (part: Buffer) => {
    parts.push(part);
    position += part.length;
  };
  const table: string[] = [];
  add(latin1('\n'));
  for (const [id, object] of [...objects].toSorted(([a], [b]) => a - b)) {
    // One section per object: its id, the count 1, and an entry of twenty bytes.
    table.push(`${id} 1\n${String(position).padStart(10, '0')} 00000 n \n`);
    add(Buffer.concat([latin1(`${id} 0 obj\n`), object, latin1('\nendobj\n')]));
  }
  const end = `xref\n${table.join('')}trailer\n<<\n${trailer}\n>>\nstartxref\n${position}\n%%EOF\n`;
  return Buffer.concat([...parts, latin1(end)]);
}

/** Draws a label in a rotated double frame. Its letters are outlines, because the file's fonts lack their glyphs. */
function drawMark(label: string): string {
  const { glyphs, advanceWidth } = fonts.bold.layout(label);
  const scale = SIZE / fonts.bold.unitsPerEm;
  const width = advanceWidth * scale;
  const drawFrame = (gap: number, line: number) =>
    `${line} w ${[-width / 2 - gap, -SIZE / 2 - gap / 2, width + 2 * gap, SIZE + gap].map(formatNumber).join(' ')} re S\n`;
  let x = -width / 2;
  const letters = glyphs.map((glyph) => {
    const path = drawOutline(glyph.path.commands, x, scale);
    x += glyph.advanceWidth * scale;
    return path;
  });
  return [
    'Q\nq\n/Mark gs\n0.86 0.15 0.15 rg 0.86 0.15 0.15 RG\n',
    `${[COS, SIN, -SIN, COS, CENTRE.x, CENTRE.y].map(formatNumber).join(' ')} cm\n`,
    // The text that PDF readers copy or read aloud.
    `/Span <</ActualText <feff${Buffer.from(label, 'utf16le').swap16().toString('hex')}>>> BDC\n`,
    drawFrame(BORDER, 2),
    drawFrame(BORDER + 8, 4),
    ...letters,
    'EMC\nQ\n',
  ].join('');
}

/** Centres the label: Noto's letters reach from 0.12 em below the baseline to 0.88 em above it. */
const BASELINE = -0.38 * SIZE;

interface Command {
  command: string;
  args: number[];
}

function drawOutline(commands: readonly Command[], x: number, scale: number): string {
  let [lastX, lastY] = [0, 0];
  const coordinates = (...points: number[]) =>
    points
      .map((value, index) => formatNumber(index % 2 === 0 ? x + value * scale : BASELINE + value * scale))
      .join(' ');
  const drawn = commands.map(({ command, args }) => {
    const [fromX, fromY] = [lastX, lastY];
    [lastX = 0, lastY = 0] = args.slice(-2);
    switch (command) {
      case 'moveTo':
        return `${coordinates(...args)} m\n`;
      case 'lineTo':
        return `${coordinates(...args)} l\n`;
      case 'quadraticCurveTo': {
        const [cx = 0, cy = 0, toX = 0, toY = 0] = args;
        const third = (from: number, control: number) => from + (2 / 3) * (control - from);
        return `${coordinates(third(fromX, cx), third(fromY, cy), third(toX, cx), third(toY, cy), toX, toY)} c\n`;
      }
      case 'bezierCurveTo':
        return `${coordinates(...args)} c\n`;
      default:
        return 'h\n';
    }
  });
  return `${drawn.join('')}f\n`;
}

const formatNumber = (value: number) => String(Math.round(value * 100) / 100);
