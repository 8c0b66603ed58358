import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { countsOf, type ModelCounts } from '#domain/charges/part-measures.ts';
import { nodeKernel } from '#geometry/kernel/parts.test-data.ts';
import { ReadingError } from '#geometry/model-reading.ts';
import { readModel } from '#geometry/read-model.ts';
import { sum } from './figure.ts';
import { measureStages } from './reading-stages.ts';

/** The output of the process. */
export interface PartReport {
  /** From the bytes to the measures, including loading of a cold kernel. */
  seconds: number;
  megabytes: number;
  failure?: string;
  bodies?: number;
  triangles?: number;
  volumeMm3?: number;
  areaMm2?: number;
  /** Only for files with one body. */
  boxMm?: readonly number[];
  /** The extent of the triangles of that body, whose points lie on its faces. */
  extentMm?: readonly number[];
  /** What charges count; absent for an open surface. */
  counts?: ModelCounts | undefined;
  diametersMm?: readonly number[];
  holes?: number;
  pockets?: number;
  setups?: number;
  isTurned?: boolean;
  /** Milliseconds of each stage, only of a profiled process. */
  stages?: Record<string, number>;
}

const [file = '', state] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const kernel = nodeKernel();
// The page prepares its worker in the same way.
if (state !== 'cold') {
  const sample = new URL('../src/geometry/worker/sample.step', import.meta.url);
  await readModel(new Uint8Array(readFileSync(sample)), 'sample.step', kernel);
}
const startedAt = performance.now();
let result: Omit<PartReport, 'seconds' | 'megabytes'> = {};
if (state === 'profiled') {
  const stages = await measureStages(async () => (result = await report()));
  result = { ...result, stages };
} else result = await report();
const seconds = (performance.now() - startedAt) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ ...result, seconds, megabytes } satisfies PartReport));

async function report(): Promise<Omit<PartReport, 'seconds' | 'megabytes'>> {
  try {
    const { bodies } = await readModel(bytes, basename(file), kernel);
    const features = bodies.flatMap(({ features: found }) => (found?.holes ? found : []));
    const holes = features.flatMap((one) => one.holes);
    return {
      bodies: bodies.length,
      triangles: sum(bodies.map(({ mesh }) => mesh.indices.length / 3)),
      volumeMm3: sum(bodies.map(({ count, measures }) => count * measures.volumeMm3)),
      areaMm2: sum(bodies.map(({ count, measures }) => count * measures.areaMm2)),
      ...(bodies[0] && bodies.length === 1
        ? {
            boxMm: bodies[0].measures.boxMm,
            extentMm: extentOf(bodies[0].mesh.positions),
            counts: countsOf(bodies[0]),
          }
        : {}),
      diametersMm: holes.flatMap(({ steps }) => steps.map(({ diameterMm }) => diameterMm)),
      holes: holes.length,
      pockets: sum(features.map(({ pockets }) => pockets.length)),
      setups: sum(features.map(({ setups }) => setups)),
      isTurned: features.some(({ isTurned }) => isTurned),
    };
  } catch (error) {
    if (error instanceof ReadingError) return { failure: error.failure };
    throw error;
  }
}

function extentOf(positions: Float32Array): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3] ?? value, value);
    high[i % 3] = Math.max(high[i % 3] ?? value, value);
  });
  return high.map((value, axis) => value - (low[axis] ?? NaN));
}
