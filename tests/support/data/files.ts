import { once } from 'node:events';
import { createDeflate, deflateSync } from 'node:zlib';
import type { Api, Envelope } from '../app/api.ts';

const text = (content: string) => Buffer.from(content, 'latin1');

/** A binary STL of identical triangles. */
export function binaryStl(triangles: number, header = 'made for tests'): Buffer {
  const bytes = Buffer.alloc(84 + triangles * 50);
  bytes.write(header, 'latin1');
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
}

/** The smallest recognisable file of each kind. */
export const samples = {
  pdf: text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  png: png(3, 2),
  jpeg: Buffer.concat([text('\xff\xd8\xff\xe0\x00\x10JFIF\x00'), Buffer.alloc(64)]),
  dwg: Buffer.concat([text('AC1032\x00\x00\x00\x00\x00'), Buffer.alloc(200)]),
  pdfLate: text(
    '\xEF\xBB\xBF\r\nscanned\r\n%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
  dxfOther: text('\xEF\xBB\xBF\r999\rmade for tests\r0 \rsection\r2\rHEADER\r0\rENDSEC\r'),
  dxf: text('999\r\nmade for tests\r\n  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n'),
  step: text("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nENDSEC;\nEND-ISO-10303-21;\n"),
  stlText: text('solid part\n facet normal 0 0 1\n  outer loop\n  endloop\n endfacet\nendsolid part\n'),
  stlBinary: binaryStl(3),
  /** Its header starts with `solid`, the first word of a text STL, as many exporters write. */
  stlBinarySolid: binaryStl(2, 'solid part'),
  stlRoom: Buffer.concat([binaryStl(3), Buffer.alloc(100)]),
  /** With a byte order mark and a comment. */
  stlMarked: text(
    '\xef\xbb\xbf# made for tests\nsolid part\n facet normal 0 0 1\n endfacet\nendsolid part\n',
  ),
  native: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  brep: text('DBRep_DrawableShape\n\nCASCADE Topology V1, (c) Matra-Datavision\nLocations 0\n'),
  iges: text(`${'made for tests'.padEnd(72)}S      1\n`),
  obj: text('# made for tests\nv 0 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\n'),
  zip: Buffer.concat([text('PK\x03\x04\x14\x00\x00\x00'), Buffer.alloc(100)]),
} as const;

/** A red image of this size. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([200, 30, 30]))]);
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)));
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** First column and row of each pass of Adam7, and its steps. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A black square with 16 bits per channel, interlaced: 400 KB with 7,000 pixels a side, and seconds to decode. */
export async function interlacedPng(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const deflate = createDeflate();
  const pixels: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => pixels.push(bytes));
  for (const [column, row, across, down] of adam7) {
    const line = Buffer.alloc(1 + Math.ceil((side - column) / across) * 8);
    for (let y = row; y < side; y += down) if (!deflate.write(line)) await once(deflate, 'drain');
  }
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(name), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

/** CRC-32 as in zlib; Node has it from version 22. */
function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

export const BOUNDARY = 'quotemill-tests-boundary';
export const formType = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part of a form; its file name is sent unchanged, in UTF-8; undefined for a field. `type` is the declared content type. */
export function formPart(
  field: string,
  name: string | undefined,
  content: Buffer | string,
  type = 'application/octet-stream',
): Buffer {
  const fileName = name === undefined ? '' : `; filename="${name}"`;
  const typeLine = name === undefined ? '' : `content-type: ${type}\r\n`;
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${fileName}\r\n${typeLine}\r\n`,
    ),
    Buffer.from(content),
    text('\r\n'),
  ]);
}

/** A whole form. */
export const form = (...parts: Buffer[]) => Buffer.concat([...parts, text(`--${BOUNDARY}--\r\n`)]);

/** Uploads a file, by default as `demo`. */
export function upload(
  app: Api,
  name: string,
  content: Buffer,
  { type, ...who }: { as?: string; token?: string; type?: string } = { as: 'demo' },
): Promise<Envelope> {
  return app.send('POST', '/public/uploadFile', {
    ...who,
    raw: form(formPart('file', name, content, type)),
    headers: { 'content-type': formType },
  });
}
