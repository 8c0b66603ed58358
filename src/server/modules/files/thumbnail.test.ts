import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { interlacedPng, png } from '#tests/support/files.ts';
import { drawThumbnail } from './thumbnail.ts';

test('each of many simultaneous pictures gets a thumbnail', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'quotemill-thumbnail-'));
  try {
    const path = join(directory, 'photo');
    await writeFile(path, png(30, 20));
    const drawn = await Promise.all(Array.from({ length: 60 }, () => drawThumbnail('server', path)));
    expect(drawn.filter((picture) => picture !== undefined)).toHaveLength(60);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 60_000);

test('a picture that is slow to decode gets none, whatever its file size', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'quotemill-thumbnail-'));
  const draw = async (name: string, bytes: Buffer) => {
    await writeFile(join(directory, name), bytes);
    const startedAt = performance.now();
    const drawn = await drawThumbnail('server', join(directory, name));
    return { isDrawn: drawn !== undefined, ms: performance.now() - startedAt };
  };
  try {
    expect(await draw('small', await interlacedPng(500))).toMatchObject({ isDrawn: true });
    const slow = await draw('slow', await interlacedPng(7_000));
    expect(slow.isDrawn).toBe(false);
    expect(slow.ms).toBeLessThan(500);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 60_000);
