import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interlacedPng } from '#tests/support/data/files.ts';
import { drawThumbnail } from './thumbnail.ts';

test('a picture that is slow to decode gets no thumbnail, whatever its file size', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'quotemill-thumbnail-'));
  const draw = async (name: string, bytes: Buffer) => {
    await writeFile(join(directory, name), bytes);
    return drawThumbnail('server', join(directory, name));
  };
  try {
    expect(await draw('small', await interlacedPng(500))).toBeDefined();
    // The header of the file decides, long before the time limit.
    expect(await draw('slow', await interlacedPng(7_000))).toBeUndefined();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
