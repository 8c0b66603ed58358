import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { defaultReadingLimits } from '#geometry/model-reading.ts';
import { hostileModels, type HostileModel } from '#tests/support/hostile/hostile-models.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { leftovers } from '#tests/support/processes/leftovers.ts';
import { measureInChild, type MeasuringOutcome } from './measure-in-child.ts';

/** CPU time limit, stricter than the 20 s of the server. */
const CPU_MS = 10_000;

/** The failure, or the types of the bodies if all their figures are finite. */
function outcomeOf(measured: MeasuringOutcome): string {
  if ('failure' in measured) return measured.failure === 'crashed' ? measured.output : measured.failure;
  const figures = measured.bodies.flatMap(({ measures, fingerprint }) => [
    measures.volumeMm3,
    measures.areaMm2,
    ...measures.stockBoxMm,
    ...fingerprint.momentsMm5,
  ]);
  if (!figures.every((figure) => Number.isFinite(figure) && figure >= 0)) return 'not a figure';
  return measured.bodies.map(({ kind }) => kind).join();
}

const measure = async ({ format, bytes }: HostileModel): Promise<string> =>
  outcomeOf(
    await measureInChild(Readable.from([Buffer.from(bytes)]), {
      name: `hostile.${format}`,
      limits: defaultReadingLimits,
      cpuMs: CPU_MS,
      signal: new AbortController().signal,
    }),
  );

test(
  'each known hostile STEP or BREP is soon refused or read in a process of its own, which leaves nothing behind',
  { timeout: 600_000 },
  async () => {
    const models = hostileModels().filter(({ format }) => format === 'step' || format === 'brep');
    const before = await leftovers();
    const found = new Map<string, string>();
    await inParallel(models, 2, async (model) => {
      found.set(model.name, await measure(model));
    });
    expect(models.map(({ name }) => `${name}: ${found.get(name)}`)).toEqual([
      'STEP of 10^9 nested instances: too-many-solids',
      'STEP of 1E400: damaged',
      'STEP without end: cut-off',
      'STEP that refers to itself: open,open,open',
      'STEP of deep brackets: damaged',
      'STEP with one long word: damaged',
      'BREP whose counts lie: damaged',
      'BREP of many curves that are missing: damaged',
      'BREP that refers to itself: damaged',
      'BREP of 1E400: not-finite',
      'zeros: damaged',
    ]);
    await expect.poll(leftovers).toEqual(before);
  },
);
