import { crc32, inflateRawSync } from 'node:zlib';
import { UnreadableFile } from './unreadable-file.ts';

/*
 * An .xlsx is a zip of XML parts. Its directory is checked before unpacking, unpacking stops at the announced sizes,
 * and the reader gets a new archive of exactly these bytes: anything else in the file (parts in local headers only,
 * false sizes) never reaches it.
 */

const MAX_ENTRIES = 1_000;
const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
/** A sheet of equal rows compresses about fiftyfold; only small parts may exceed this. */
const MAX_RATIO = 200;
const SMALL_BYTES = 1024 * 1024;

const DAMAGED = '文件已损坏，或不是 .xlsx 表格';
const TOO_LARGE = '文件解压后过大，无法读取';

/** The ECMA-376 part names needed to read cells. */
const isPart = (name: string) => name.endsWith('.xml') || name.endsWith('.xml.rels');

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/** The XML parts of a workbook by name. Throws `UnreadableFile`. */
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
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** Reads the central directory. Archives beyond 4 GB or 65,535 entries (zip64) are no price lists. */
function readDirectory(file: Buffer): Entry[] {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new UnreadableFile(TOO_LARGE);
  const entries: Entry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || file.readUInt32LE(at) !== CENTRAL) throw new UnreadableFile(DAMAGED);
    const nameBytes = file.readUInt16LE(at + 28);
    entries.push({
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      bytes: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
      name: file.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes),
    });
    at += CENTRAL_BYTES + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
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

/** The parts as an archive again, uncompressed. */
export function packParts(parts: ReadonlyMap<string, Buffer>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const nameBytes = Buffer.from(name);
    const head = Buffer.alloc(LOCAL_BYTES);
    head.writeUInt32LE(LOCAL, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(crc32(content), 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(CENTRAL_BYTES);
    entry.writeUInt32LE(CENTRAL, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, LOCAL_BYTES);
    entry.writeUInt32LE(offset, 42);
    local.push(head, nameBytes, content);
    central.push(entry, nameBytes);
    offset += LOCAL_BYTES + nameBytes.length + content.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
