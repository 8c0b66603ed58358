import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anyAcceptedType, receiveFile } from './receive-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quotemill-receive-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** A stream of 64 KB chunks that counts those read. */
function source(chunk: Buffer) {
  const read = { chunks: 0 };
  async function* bytes() {
    for (; read.chunks < 100; read.chunks += 1) yield chunk;
  }
  return { read, bytes: bytes() };
}

const chunkOf = (text: string) => Buffer.alloc(64 * 1024, text);
/** The start of a binary STL whose header states one triangle. */
const smallModel = Buffer.alloc(64 * 1024, 'x');
smallModel.writeUInt32LE(1, 80);

test.each([
  ['a program', chunkOf('MZ')],
  ['zeros', chunkOf('\0')],
  ['a model longer than its header states', smallModel],
])('%s is refused before the rest is read', async (_name, chunk) => {
  const { read, bytes } = source(chunk);
  await expect(receiveFile(directory, bytes, anyAcceptedType('a.stl'))).rejects.toMatchObject({
    error: 'file.unsupported',
  });
  expect(read.chunks).toBe(0);
  expect(await readdir(directory)).toEqual([]);
});

test('a refusal of an unsupported format suggests another one', async () => {
  const { bytes } = source(chunkOf('ftypheic'));
  await expect(receiveFile(directory, bytes, anyAcceptedType('a.HEIC'))).rejects.toThrow(
    '这里打不开的图片请另存为 JPEG 或 PNG 后再上传',
  );
});
