import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from '#tests/support/data/files.ts';
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
});
