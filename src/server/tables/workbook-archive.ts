import { crc32, inflateRawSync } from 'node:zlib';
import { DamagedZip, readZipEntries, type ZipEntry } from '#geometry/zip-entries.ts';
import { UnreadableFile } from './unreadable-file.ts';

/*
 * An .xlsx is a zip of XML parts. Its directory is checked before unpacking, and unpacking stops at the announced sizes.
 */

const MAX_ENTRIES = 1_000;
const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
/** A sheet of equal rows compresses about fiftyfold; only small parts may exceed this. */
const MAX_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

/** The first bytes of an archive. */
const LOCAL_ENTRY = 0x04034b50;

export const DAMAGED = '文件已损坏，或不是 .xlsx 表格';
const TOO_LARGE = '文件解压后过大，无法读取';

/** Whether reading cells needs the entry. */
const isPart = ({ name }: ZipEntry) => name.endsWith('.xml') || name.endsWith('.xml.rels');

/** Normalises a part's name: case does not matter (ECMA-376 part 2, 6.2.2.3), and some programs write backslashes. */
export const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** The XML parts of a workbook by `partName`. Throws `UnreadableFile`. */
export function unpackWorkbook(file: Buffer): Map<string, Buffer> {
  assertKind(file);
  try {
    const entries = readZipEntries(file);
    if (entries.length > MAX_ENTRIES) throw new UnreadableFile(TOO_LARGE);
    const parts = entries.map((entry) => ({ ...entry, name: partName(entry.name) })).filter(isPart);
    if (new Set(parts.map(({ name }) => name)).size < parts.length) throw new UnreadableFile(DAMAGED);
    assertSizes(parts);
    return new Map(parts.map((part) => [part.name, unpack(part)]));
  } catch (cause) {
    throw cause instanceof DamagedZip ? new UnreadableFile(DAMAGED, { cause }) : cause;
  }
}

function assertKind(file: Buffer): void {
  if (file.length === 0) throw new UnreadableFile('文件是空的');
  // The container of both encrypted workbooks and the old .xls.
  if (file.length >= 4 && file.readUInt32BE(0) === 0xd0cf11e0) {
    throw new UnreadableFile('文件已加密，或是旧版 .xls 格式，请另存为未加密的 .xlsx');
  }
  // A workbook starts with its first entry. Other archives may have data before it, such as a self-extracting program.
  if (file.length < 4 || file.readUInt32LE(0) !== LOCAL_ENTRY) throw new UnreadableFile(DAMAGED);
}

function assertSizes(parts: readonly ZipEntry[]): void {
  let total = 0;
  for (const { bytes, packedBytes, isEncrypted } of parts) {
    if (isEncrypted) throw new UnreadableFile('文件已加密，请另存为未加密的 .xlsx');
    total += bytes;
    const isBomb = bytes > SMALL_BYTES && bytes > packedBytes * MAX_RATIO;
    if (bytes > MAX_PART_BYTES || total > MAX_TOTAL_BYTES || isBomb) throw new UnreadableFile(TOO_LARGE);
  }
}

/** The content of a part, which must have the announced size. */
function unpack({ method, crc, bytes, readPacked }: ZipEntry): Buffer {
  const packed = readPacked();
  const content = method === 0 ? Buffer.from(packed) : inflate(packed, method, bytes);
  if (content.length !== bytes || crc32(content) !== crc) throw new UnreadableFile(DAMAGED);
  return content;
}

function inflate(packed: Uint8Array, method: number, bytes: number): Buffer {
  if (method !== 8) throw new UnreadableFile(DAMAGED);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(bytes, 1) });
  } catch (cause) {
    throw new UnreadableFile(DAMAGED, { cause });
  }
}
