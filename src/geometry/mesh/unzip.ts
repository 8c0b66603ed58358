import { Inflate } from 'fflate';
import { ReadingError } from '../model-reading.ts';

export interface Archive {
  /** In lower case, without a leading slash: names of package parts do not depend on case. */
  names: readonly string[];
  /** The text of an entry, undefined when there is none. Throws when the entries read so far exceed the bound. */
  readText: (name: string) => string | undefined;
}

interface Entry {
  isEncrypted: boolean;
  method: number;
  packedBytes: number;
  offset: number;
}

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const WIDE_END_LOCATOR = 0x07064b50;
const WIDE_END_RECORD = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const MAX_COMMENT_BYTES = 0xffff;
const WIDE = 0xffffffff;
/** A chunk of this size inflates to 16 MB at most, so that the bound is noticed in time. */
const CHUNK_BYTES = 16 * 1024;

/** Opens a ZIP archive by its directory. Throws 'damaged' or 'encrypted'. */
export function openArchive(bytes: Uint8Array, maxInflatedBytes: number): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(view);
  let inflatedBytes = 0;
  const readText = (name: string): string | undefined => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    if (entry.isEncrypted) throw new ReadingError('encrypted');
    const decode = textDecoder();
    const parts: string[] = [];
    inflate(packed(view, entry), entry.method, (chunk) => {
      inflatedBytes += chunk.length;
      if (inflatedBytes > maxInflatedBytes) throw new ReadingError('inflates-too-much');
      parts.push(decode(chunk));
    });
    return parts.join('');
  };
  return { names: [...entries.keys()], readText };
}

function readDirectory(view: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    const { start, count } = findDirectory(view);
    let at = start;
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new ReadingError('damaged');
      const nameBytes = view.getUint16(at + 28, true);
      const extraBytes = view.getUint16(at + 30, true);
      const name = new TextDecoder().decode(
        new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes),
      );
      entries.set(name.replace(/^\/+/, '').toLowerCase(), readEntry(view, at, nameBytes, extraBytes));
      at += 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
    }
  } catch (error) {
    throw error instanceof RangeError ? new ReadingError('damaged', { cause: error }) : error;
  }
  return entries;
}

function findDirectory(view: DataView): { start: number; count: number } {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (start !== WIDE && count !== 0xffff) return { start, count };
    if (view.getUint32(at - 20, true) !== WIDE_END_LOCATOR) return { start, count };
    const wide = Number(view.getBigUint64(at - 12, true));
    if (view.getUint32(wide, true) !== WIDE_END_RECORD) break;
    return {
      start: Number(view.getBigUint64(wide + 48, true)),
      count: Number(view.getBigUint64(wide + 32, true)),
    };
  }
  throw new ReadingError('damaged');
}

function readEntry(view: DataView, at: number, nameBytes: number, extraBytes: number): Entry {
  const sizes = {
    unpacked: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  // An extra field with number 1 holds, in this order, those of the three that do not fit into 32 bits.
  const end = at + 46 + nameBytes + extraBytes;
  for (let extra = at + 46 + nameBytes; extra + 4 <= end; extra += 4 + view.getUint16(extra + 2, true)) {
    if (view.getUint16(extra, true) !== 1) continue;
    let next = extra + 4;
    for (const field of ['unpacked', 'packed', 'offset'] as const) {
      if (sizes[field] !== WIDE) continue;
      sizes[field] = Number(view.getBigUint64(next, true));
      next += 8;
    }
  }
  return {
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    packedBytes: sizes.packed,
    offset: sizes.offset,
  };
}

function packed(view: DataView, { offset, packedBytes }: Entry): Uint8Array {
  const isHeaderInside = offset + 30 <= view.byteLength;
  if (!isHeaderInside || view.getUint32(offset, true) !== LOCAL_ENTRY) throw new ReadingError('damaged');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedBytes > view.byteLength) throw new ReadingError('damaged');
  return new Uint8Array(view.buffer, view.byteOffset + start, packedBytes);
}

function inflate(data: Uint8Array, method: number, onChunk: (chunk: Uint8Array) => void): void {
  if (method !== 0 && method !== 8) throw new ReadingError('damaged');
  const stream = method === 8 ? new Inflate(onChunk) : undefined;
  for (let from = 0; from < data.length; from += CHUNK_BYTES) {
    const chunk = data.subarray(from, from + CHUNK_BYTES);
    if (!stream) {
      onChunk(chunk);
      continue;
    }
    try {
      stream.push(chunk, from + CHUNK_BYTES >= data.length);
    } catch (error) {
      throw error instanceof ReadingError ? error : new ReadingError('damaged', { cause: error });
    }
  }
}

/** Decodes UTF-8, or UTF-16 by its mark. */
function textDecoder(): (chunk: Uint8Array) => string {
  let decoder: TextDecoder | undefined;
  return (chunk) => {
    const [first, second] = chunk;
    const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    decoder ??= new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
    return decoder.decode(chunk, { stream: true });
  };
}
