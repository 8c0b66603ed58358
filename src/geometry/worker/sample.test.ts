import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KERNEL_LOAD_MS, nodeKernel } from '../kernel/parts.test-data.ts';
import { readModel } from '../read-model.ts';

test(
  'the sample has the common features, so that reading it warms up the code for most parts',
  async () => {
    const bytes = new Uint8Array(readFileSync(new URL('sample.step', import.meta.url)));
    const { bodies } = await readModel(bytes, 'sample.step', nodeKernel());
    const [{ features, measures } = {}] = bodies;
    expect(measures?.boxMm).toEqual([40, 30, 12]);
    expect(features?.holes?.map(({ steps }) => steps.map(({ diameterMm }) => diameterMm))).toEqual([[10, 6]]);
    expect(features?.pockets).toHaveLength(1);
  },
  KERNEL_LOAD_MS,
);
