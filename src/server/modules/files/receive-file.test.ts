import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveFile } from './receive-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quotemill-receive-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('an unsupported file is refused by its first bytes, before the rest is read', async () => {
  let chunks = 0;
  async function* program() {
    for (; chunks < 100; chunks += 1) yield Buffer.alloc(64 * 1024, 'MZ');
  }
  await expect(receiveFile(directory, program())).rejects.toMatchObject({ error: 'file.unsupported' });
  expect(chunks).toBe(0);
  expect(await readdir(directory)).toEqual([]);
});
