import { beforeAll, expect, test } from 'vitest';
import { readModel } from '../read-model.ts';
import { igesBlock } from './iges-block.test-data.ts';
import type { Kernel } from './load.ts';
import { KERNEL_LOAD_MS, loadedKernel } from './parts.test-data.ts';

let kernel: Kernel;
beforeAll(async () => {
  ({ kernel } = await loadedKernel());
}, KERNEL_LOAD_MS);

const block = igesBlock([3, 2, 1], 'MM');
const read = (text: string) => readModel(new TextEncoder().encode(text), 'a.igs', kernel);

test('reports the block as incomplete when any line except the last is missing', async () => {
  const lines = block.split('\n').filter(Boolean);
  const wrong: number[] = [];
  for (const [index] of lines.entries()) {
    const { bodies, notes } = await read(lines.toSpliced(index, 1).join('\n')).catch(() => ({
      bodies: [],
      notes: [],
    }));
    const isWhole = Math.abs((bodies[0]?.measures.volumeMm3 ?? 0) - 6) < 1e-3;
    if (bodies[0]?.kind === 'solid' && !isWhole && notes.length === 0) wrong.push(index);
  }
  expect(wrong).toEqual([]);
  expect((await read(lines.slice(0, -1).join('\n'))).bodies[0]?.measures.volumeMm3).toBeCloseTo(6, 3);
});
