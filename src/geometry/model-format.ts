import { ReadingError, type ModelFormat } from './model-reading.ts';

const extensions: Readonly<Record<string, ModelFormat>> = {
  step: 'step',
  stp: 'step',
  brep: 'brep',
  brp: 'brep',
  iges: 'iges',
  igs: 'iges',
  stl: 'stl',
  obj: 'obj',
  '3mf': '3mf',
};

/** Bits of entropy per byte above which the content cannot be text; encrypted files have nearly 8. */
const ENCRYPTED_ENTROPY = 7.5;
const HEAD_BYTES = 64 * 1024;
/** Signature of the container in which Office and CAD systems store password-protected files, 3MF among them. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
export const isCompoundFile = (bytes: Uint8Array): boolean => startsWith(bytes, COMPOUND_FILE);
/** Signatures of gzip (as in .stpZ), bzip2, xz, 7z and RAR. */
const PACKED = [
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
];

/** The format by the file extension. */
export const formatOfName = (fileName: string): ModelFormat | undefined =>
  extensions[/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''];

/**
 * The format by content. Throws `empty`, `unknown-format` for a file that is not a model, `wrong-extension` when name and content
 * disagree, `compressed`, `encrypted` and `damaged`.
 */
export function modelFormat(bytes: Uint8Array, fileName: string): ModelFormat {
  if (bytes.length === 0) throw new ReadingError('empty');
  const formatByName = formatOfName(fileName);
  const formatByContent = formatOfContent(bytes);
  if (formatByContent && formatByContent !== formatByName) throw new ReadingError('wrong-extension');
  if (!formatByName) throw new ReadingError('unknown-format');
  if (formatByContent) return formatByName;
  // STL and OBJ have no reliable signature: their readers decide.
  if (formatByName === 'stl' || formatByName === 'obj') return formatByName;
  if (PACKED.some((signature) => startsWith(bytes, signature))) throw new ReadingError('compressed');
  if (isCompoundFile(bytes) || entropy(bytes.subarray(0, HEAD_BYTES)) > ENCRYPTED_ENTROPY) {
    throw new ReadingError('encrypted');
  }
  throw new ReadingError('damaged');
}

/**
 * The format by the first 4 KB of a file. Undefined for binary STL and OBJ, which have no reliable signature, and for other
 * files.
 */
export function formatOfContent(bytes: Uint8Array): ModelFormat | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  if (/^(?:ï»¿)?\s*(?:\/\*[\s\S]*?\*\/\s*)*ISO-10303-21\s*;/.test(head)) return 'step';
  if (/^\s*(?:DBRep_DrawableShape\s+)?(?:Open )?CASCADE Topology V\d/.test(head)) return 'brep';
  if (/^[^\r\n]{72}S[ 0]{6}1\s*[\r\n]/.test(head)) return 'iges';
  if (head.startsWith('PK\u0003\u0004')) return '3mf';
  if (/^\s*solid\b[^\r\n]*[\r\n]+\s*(?:facet|endsolid)\b/i.test(head)) return 'stl';
  return undefined;
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte);

/** Shannon entropy in bits per byte. */
function entropy(bytes: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / bytes.length) * Math.log2(count / bytes.length);
  return bits;
}
