import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasFailed } from './figure.ts';
import { parts } from './parts.ts';
import { writeReport } from './report.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quotemill-bench-report-'));
});
afterAll(() => rm(directory, { recursive: true }));

test.each(Object.entries(parts))('%s completes and reports each figure', async (name, part) => {
  const figures = await part.measure();
  expect(figures.length).toBeGreaterThan(0);
  // Process memory is measured only on Linux.
  const isKnown = (value: number) => Number.isFinite(value) || process.platform !== 'linux';
  expect(figures.filter(({ value }) => !isKnown(value))).toEqual([]);
  expect(figures.filter(hasFailed)).toEqual([]);

  const file = join(directory, `${name}.md`);
  writeReport(file, [{ title: part.title, figures }]);
  const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('| '));
  expect(rows.slice(2).map((row, n) => row.includes(figures[n]?.name ?? '?'))).toEqual(
    figures.map(() => true),
  );
});
