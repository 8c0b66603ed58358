import { crc32, inflateRawSync } from 'node:zlib';
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

export const DAMAGED = '文件已损坏，或不是 .xlsx 表格';
const TOO_LARGE = '文件解压后过大，无法读取';

/** The ECMA-376 part names needed to read cells. */
const isPart = (name: string) => name.endsWith('.xml') || name.endsWith('.xml.rels');

/** Names of parts differ neither in case (ECMA-376 part 2, 6.2.2.3) nor, as some programs write them, in the kind of slash. */
export const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/** The XML parts of a workbook by `partName`. Throws `UnreadableFile`. */
export function unpackWorkbook(file: Buffer): Map<string, Buffer> {
  assertKind(file);
  const entries = readDirectory(file);
  const parts = entries.filter((entry) => isPart(entry.name));
  assertSizes(parts);
  const unpacked = new Map<string, Buffer>();
  for (const entry of parts) {
    if (unpacked.has(entry.name)) throw new UnreadableFile(DAMAGED);
    unpacked.set(entry.name, unpack(file, entry));
  }
  return unpacked;
}

function assertKind(file: Buffer): void {
  if (file.length === 0) throw new UnreadableFile('文件是空的');
  // The container of both encrypted workbooks and the old .xls.
  if (file.length >= 4 && file.readUInt32BE(0) === 0xd0cf11e0) {
    throw new UnreadableFile('文件已加密，或是旧版 .xls 格式，请另存为未加密的 .xlsx');
  }
  if (file.length < 22 || file.readUInt32LE(0) !== LOCAL) throw new UnreadableFile(DAMAGED);
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;
/** A value of 32 bits that stands in a field of 64 bits instead. */
const ELSEWHERE = 0xffffffff;

/** Reads the central directory, also where it is written for archives beyond 4 GB (zip64). */
function readDirectory(file: Buffer): Entry[] {
  const { end, count, offset } = findDirectory(file);
  if (count > MAX_ENTRIES) throw new UnreadableFile(TOO_LARGE);
  const entries: Entry[] = [];
  let at = offset;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || file.readUInt32LE(at) !== CENTRAL) throw new UnreadableFile(DAMAGED);
    const nameEnd = at + CENTRAL_BYTES + file.readUInt16LE(at + 28);
    const next = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    const [bytes, packedBytes, start] = sizesOf(file.subarray(at, next), nameEnd - at);
    entries.push({
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packedBytes,
      bytes,
      offset: start,
      name: partName(file.toString('utf8', at + CENTRAL_BYTES, nameEnd)),
    });
    at = next;
  }
  return entries;
}

/** The size, the packed size and the position of an entry; in zip64 the first extra field has those that are elsewhere. */
function sizesOf(entry: Buffer, extraStart: number): [bytes: number, packedBytes: number, offset: number] {
  const extra = entry.subarray(extraStart);
  const isLarge = extra.length >= 4 && extra.readUInt16LE(0) === 1;
  let at = 4;
  const sizeAt = (field: number): number => {
    const value = entry.readUInt32LE(field);
    if (value !== ELSEWHERE || !isLarge || at + 8 > extra.length) return value;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  };
  return [sizeAt(24), sizeAt(20), sizeAt(42)];
}

function findDirectory(file: Buffer): { end: number; count: number; offset: number } {
  const end = findEnd(file);
  const [count, offset] = [file.readUInt16LE(end + 10), file.readUInt32LE(end + 16)];
  const locator = end - LOCATOR_64_BYTES;
  if (offset !== ELSEWHERE || locator < 0 || file.readUInt32LE(locator) !== LOCATOR_64)
    return { end, count, offset };
  const large = Number(file.readBigUInt64LE(locator + 8));
  if (large + END_64_BYTES > locator || file.readUInt32LE(large) !== END_64)
    throw new UnreadableFile(DAMAGED);
  return {
    end: large,
    count: Number(file.readBigUInt64LE(large + 32)),
    offset: Number(file.readBigUInt64LE(large + 48)),
  };
}

function findEnd(file: Buffer): number {
  // A comment of up to 65,535 bytes may follow the directory's end.
  const first = Math.max(0, file.length - END_BYTES - 0xffff);
  for (let at = file.length - END_BYTES; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === END) return at;
  }
  throw new UnreadableFile(DAMAGED);
}

function assertSizes(parts: readonly Entry[]): void {
  let total = 0;
  for (const { bytes, packedBytes, flags } of parts) {
    if ((flags & 1) === 1) throw new UnreadableFile('文件已加密，请另存为未加密的 .xlsx');
    total += bytes;
    const shrinksTooWell = bytes > SMALL_BYTES && bytes > packedBytes * MAX_RATIO;
    if (bytes > MAX_PART_BYTES || total > MAX_TOTAL_BYTES || shrinksTooWell)
      throw new UnreadableFile(TOO_LARGE);
  }
}

function unpack(file: Buffer, { method, crc, packedBytes, bytes, offset }: Entry): Buffer {
  if (offset + LOCAL_BYTES > file.length || file.readUInt32LE(offset) !== LOCAL)
    throw new UnreadableFile(DAMAGED);
  const start = offset + LOCAL_BYTES + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  const packed = file.subarray(start, start + packedBytes);
  const content = method === 0 ? packed : inflate(packed, method, bytes);
  if (content.length !== bytes || crc32(content) !== crc) throw new UnreadableFile(DAMAGED);
  return content;
}

function inflate(packed: Buffer, method: number, bytes: number): Buffer {
  if (method !== 8) throw new UnreadableFile(DAMAGED);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(bytes, 1) });
  } catch (cause) {
    throw new UnreadableFile(DAMAGED, { cause });
  }
}
