import { extname } from 'node:path';
import { findUnsupportedFormat } from '#domain/unsupported-format.ts';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { decodeText } from '#geometry/decode-text.ts';
import { isAsciiStl } from '#geometry/mesh/read-stl.ts';
import { formatOfContent, formatOfName } from '#geometry/model-format.ts';
import type { ModelFormat } from '#geometry/model-reading.ts';

/** A file type recognised by content. */
export interface FileType {
  /** Media type. */
  type: string;
  /** Allowed extensions; a name with another extension gets the first one appended. */
  extensions: readonly string[];
}

/** The number of leading bytes that suffice to recognise every accepted type. */
export const HEAD_BYTES = 8192;

const types = {
  pdf: { type: 'application/pdf', extensions: ['.pdf'] },
  png: { type: 'image/png', extensions: ['.png'] },
  jpeg: { type: 'image/jpeg', extensions: ['.jpg', '.jpeg', '.jfif'] },
  dwg: { type: 'image/vnd.dwg', extensions: ['.dwg'] },
  dxf: { type: 'image/vnd.dxf', extensions: ['.dxf'] },
  zip: { type: 'application/zip', extensions: ['.zip'] },
} as const satisfies Record<string, FileType>;

export const modelTypes: Readonly<Record<ModelFormat, FileType>> = {
  step: { type: 'model/step', extensions: ['.step', '.stp', '.p21'] },
  brep: { type: 'model/brep', extensions: ['.brep', '.brp'] },
  iges: { type: 'model/iges', extensions: ['.iges', '.igs'] },
  stl: { type: 'model/stl', extensions: ['.stl'] },
  obj: { type: 'model/obj', extensions: ['.obj'] },
  '3mf': { type: 'model/3mf', extensions: ['.3mf'] },
};

/** Pictures that get a thumbnail. */
export const isPicture = (type: string) => type === types.png.type || type === types.jpeg.type;

const startsWith = (head: Buffer, bytes: string) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'));

/** Signatures at the start of a file; the first match counts. */
const signatures: readonly [FileType, (head: Buffer, text: string) => boolean][] = [
  [types.pdf, (_, text) => /^%PDF-[12]\.\d/.test(text)],
  [types.png, (head) => startsWith(head, '\x89PNG\r\n\x1a\n') && head.toString('latin1', 12, 16) === 'IHDR'],
  [types.jpeg, (head) => startsWith(head, '\xff\xd8\xff') && (head[3] ?? 0) >= 0xc0],
  // AutoCAD R9 and later; the version is followed by zeros or a count.
  [types.dwg, (_, text) => /^AC10\d\d[\0-\x1f]/.test(text)], // eslint-disable-line no-control-regex -- the format contains control characters
  [types.dxf, (_, text) => text.startsWith('AutoCAD Binary DXF\r\n\x1a\0') || startOfDxf.test(text)],
  [modelTypes.stl, (head, text) => isAsciiStl(head) && /\bfacet\s+normal\b/i.test(text)],
  [types.zip, (head) => startsWith(head, 'PK\x03\x04')],
];

/** Blank lines and comments (group 999) may come before the first section, with the line endings of any platform. */
const startOfDxf =
  /^(?:\xEF\xBB\xBF)?(?:\s*999[ \t]*(?:\r\n?|\n)[^\r\n]*(?:\r\n?|\n))*\s*0[ \t]*[\r\n]+[ \t]*SECTION[ \t]*[\r\n]/i;

/** PDF readers search this many bytes for the signature, because scanners and mail programs may write data before it. */
const PDF_HEAD_BYTES = 1024;
const hasLatePdfSignature = (text: string, name: string) =>
  /\.pdf$/i.test(name) && /%PDF-[12]\.\d/.test(text.slice(0, PDF_HEAD_BYTES));

const STL_HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

/** `size` is the file size that the header implies, if any. */
export interface DetectedType {
  type: FileType;
  size?: number;
}

/** The type of a file with this start and name; undefined for types that are not accepted. */
export function detectFileType(head: Buffer, name: string): DetectedType | undefined {
  const format = formatOfHead(head, name);
  if (format) return { type: modelTypes[format] };
  const text = head.toString('latin1');
  const [type] = signatures.find(([, test]) => test(head, text)) ?? [];
  if (type) return { type };
  return hasLatePdfSignature(text, name) ? { type: types.pdf } : (detectBinaryStl(head) ?? nativeType(name));
}

/** Native CAD files have no common signature: the extension decides, and they are stored unchecked. */
function nativeType(name: string): DetectedType | undefined {
  if (!findUnsupportedFormat(name)?.isStored) return undefined;
  return { type: { type: 'application/octet-stream', extensions: [extname(name).toLowerCase()] } };
}

/** The same rule as in the browser, so that no model measured there is refused. Only a file named .3mf can be a 3MF. */
function formatOfHead(head: Buffer, name: string): ModelFormat | undefined {
  const contentFormat = formatOfContent(head);
  const nameFormat = formatOfName(name);
  if (contentFormat) return contentFormat === '3mf' && nameFormat !== '3mf' ? undefined : contentFormat;
  if (nameFormat === 'stl' && isAsciiStl(head)) return 'stl';
  return nameFormat === 'obj' && isObj(decodeText(head)) ? 'obj' : undefined;
}

/**
 * Every line is empty, a comment, starts with a keyword (`v 0 0 1`), or is part of a continued line; the last may be
 * truncated and is ignored.
 */
const isObj = (text: string): boolean =>
  text
    .split(/[\r\n]+/)
    .slice(0, -1)
    .every((line) => /^\s*(?:$|#|[a-z_]+(?:\s|$)|[^]*\\$|[-\d])/i.test(line));

/** A binary STL has no signature: 80 arbitrary bytes, the number of triangles, and that many triangles. Padding may follow. */
function detectBinaryStl(head: Buffer): DetectedType | undefined {
  if (head.length < STL_HEADER_BYTES + TRIANGLE_BYTES) return undefined;
  const triangles = head.readUInt32LE(80);
  const size = STL_HEADER_BYTES + triangles * TRIANGLE_BYTES;
  return triangles === 0 || size > MAX_FILE_BYTES ? undefined : { type: modelTypes.stl, size };
}
