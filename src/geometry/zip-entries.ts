/** An entry of a ZIP archive as its directory describes it (PKWARE APPNOTE 4.3 and 4.5). */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  /** 0 is stored, 8 is deflated. */
  method: number;
  /** CRC-32 of the content. */
  crc: number;
  /** Declared size of the content in bytes; only unpacking proves it. */
  bytes: number;
  packedBytes: number;
  /** The content as stored, read on demand. Throws `DamagedZip`. */
  readPacked: () => Uint8Array;
}

/** The archive is truncated or damaged. */
export class DamagedZip extends Error {}

const END = { signature: 0x06054b50, bytes: 22, maxCommentBytes: 0xffff };
const ZIP64_END_LOCATOR = { signature: 0x07064b50, bytes: 20 };
const ZIP64_END = 0x06064b50;
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL_ENTRY = { signature: 0x04034b50, bytes: 30 };
/** In zip64, this value in a 32-bit field means that a 64-bit field has the actual value. */
const ZIP64_MARK = 0xffffffff;
const ZIP64_EXTRA = 1;

/** Reads the directory of an archive; its contents stay packed. Throws `DamagedZip`. */
export function readZipEntries(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  return rejectTruncated(() => {
    const entries: ZipEntry[] = [];
    const { start, count } = findDirectory(view);
    for (let at = start, index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY.signature) throw new DamagedZip();
      const nameEnd = at + DIRECTORY_ENTRY.bytes + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      const { bytes, packedBytes, offset } = readSizes(view, at, nameEnd, extraEnd);
      entries.push({
        name: new TextDecoder().decode(archive.subarray(at + DIRECTORY_ENTRY.bytes, nameEnd)),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        bytes,
        packedBytes,
        readPacked: () => rejectTruncated(() => readPacked(archive, view, offset, packedBytes)),
      });
      at = extraEnd + view.getUint16(at + 32, true);
    }
    return entries;
  });
}

/** Turns the RangeError of a read beyond the end into `DamagedZip`. */
function rejectTruncated<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof RangeError ? new DamagedZip('cut off', { cause }) : cause;
  }
}

function findDirectory(view: DataView): { start: number; count: number } {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const locator = end - ZIP64_END_LOCATOR.bytes;
  if (start !== ZIP64_MARK && count !== 0xffff) return { start, count };
  if (locator < 0 || view.getUint32(locator, true) !== ZIP64_END_LOCATOR.signature) return { start, count };
  const zip64End = Number(view.getBigUint64(locator + 8, true));
  if (view.getUint32(zip64End, true) !== ZIP64_END) throw new DamagedZip();
  return {
    start: Number(view.getBigUint64(zip64End + 48, true)),
    count: Number(view.getBigUint64(zip64End + 32, true)),
  };
}

/** The record at the end, which a comment may follow. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END.bytes;
  for (let at = last; at >= Math.max(0, last - END.maxCommentBytes); at -= 1)
    if (view.getUint32(at, true) === END.signature) return at;
  throw new DamagedZip();
}

/** Sizes and position of an entry. Values that need 64 bits are in an extra field, in this order. */
function readSizes(view: DataView, at: number, extraStart: number, extraEnd: number) {
  const sizes = {
    bytes: view.getUint32(at + 24, true),
    packedBytes: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  for (let field = extraStart; field + 4 <= extraEnd; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== ZIP64_EXTRA) continue;
    let next = field + 4;
    for (const name of ['bytes', 'packedBytes', 'offset'] as const) {
      if (sizes[name] !== ZIP64_MARK) continue;
      sizes[name] = Number(view.getBigUint64(next, true));
      next += 8;
    }
  }
  return sizes;
}

function readPacked(archive: Uint8Array, view: DataView, offset: number, packedBytes: number): Uint8Array {
  if (view.getUint32(offset, true) !== LOCAL_ENTRY.signature) throw new DamagedZip();
  const start =
    offset + LOCAL_ENTRY.bytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedBytes > archive.length) throw new DamagedZip();
  return archive.subarray(start, start + packedBytes);
}
