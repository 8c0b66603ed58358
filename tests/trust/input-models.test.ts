import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect } from 'vitest';
import type { OrderModel } from '#contract/models.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { defaultReadingLimits } from '#geometry/model-reading.ts';
import { startJobQueue } from '#server/jobs/job-queue.ts';
import { createFileStore } from '#server/modules/files/file-stores.service.ts';
import { measureInChild, type Measured } from '#server/modules/models/measure-in-child.ts';
import { measureModel } from '#server/modules/models/measure-models.service.ts';
import { mutatedModels, validModels } from '#tests/support/hostile-models.ts';
import { inParallel } from '#tests/support/in-parallel.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models.ts';
import { addPerson } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { atScale } from '#tests/support/scale.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { bar } from './bar.ts';

const seed = Number(process.env['HOSTILE_SEED'] ?? 1);
const FORGED = atScale(5, 100);
const MUTATED = atScale(4, 1_000);
const edges = [60, 40, 8] as const;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const TIMES = { timeout: 7_200_000 };

bar(
  45,
  'dimensions or a volume that are not those of the file are marked, every time',
  async (tell) => {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const clerk = await addPerson(app, { roleKey: 'sales' });
    const { id } = await uploadedModel(app, '底板.stl', boxStl(edges), { token });
    const store = createFileStore({ kind: 'disk' }, app.dataDir);
    const failures: string[] = [];
    const queue = await startJobQueue(app.database.pool, (error) => failures.push(String(error)));
    queue.work('measure-model', (job) =>
      measureModel(
        { database: app.database, store, onCrash: (words) => failures.push(words), cpuMs: 120_000 },
        job,
      ),
    );
    const status = async () =>
      ((await app.send('GET', `/model/${id}`, { token })).data as { status: string }).status;
    await expect.poll(status, { timeout: 120_000 }).toBe('measured');
    await queue.stop();

    const item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
    const checkOf = async (
      sent: ReturnType<typeof boxMeasures>,
    ): Promise<OrderModel['check'] | undefined> => {
      const body = await buildOrder(app, { token }, [{ ...item, model: { id, ...sent } }]);
      const placed = await place(app, { token }, body);
      expect(placed).toMatchObject({ status: 200 });
      const order = await app.send('GET', `/order/${Number(placed.data)}/withExt`, { token: clerk.token });
      return (order.data as OrderWithExt).models[0]?.check;
    };
    expect(await checkOf(boxMeasures(edges))).toBe('equal');
    const numbers = seededNumbers(seed);
    const seen: (string | undefined)[] = [];
    for (let n = 0; n < FORGED; n += 1) {
      const { volumeMm3, boxMm } = boxMeasures(edges);
      // Little more than the tolerance at least, and up to a third; larger and smaller.
      const share = (numbers(2) === 0 ? -1 : 1) * (0.0011 + numbers(1_000) / 3_000);
      const edge = numbers(3);
      const by = Math.sign(share) * (0.051 + numbers(1_000) / 100);
      const forgedBox = boxMm.map((one, i) => (i === edge ? Math.max(0.01, one + by) : one)) as typeof boxMm;
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      const check = await checkOf(
        [
          { volumeMm3: volumeMm3 * (1 + share), boxMm },
          { volumeMm3, boxMm: forgedBox },
          { volumeMm3: volumeMm3 * (1 + share), boxMm: forgedBox },
        ][n % 3] ?? { volumeMm3, boxMm: forgedBox },
      );
      seen.push(check);
    }
    const marked = seen.filter((check) => check === 'different').length;
    tell(`${marked} of ${FORGED} forged measures marked`);
    expect(marked).toBe(FORGED);
    expect(failures).toEqual([]);
  },
  TIMES,
);

/** The figures of what was read, all numbers; else the failure. */
function outcomeOf(measured: Measured): string {
  if ('failure' in measured) return measured.failure;
  for (const { measures, fingerprint } of measured.bodies) {
    const { volumeMm3, areaMm2, boxMm, stockBoxMm } = measures;
    const figures = [volumeMm3, areaMm2, ...boxMm, ...stockBoxMm, ...fingerprint.momentsMm5];
    if (!figures.every(Number.isFinite) || volumeMm3 < 0) return 'not a figure';
  }
  return 'read';
}

bar(
  41,
  'mutated models are read or refused by a process of their own',
  async (tell) => {
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    const { signal } = new AbortController();
    // The server measures one at a time; two here use both cores.
    await inParallel([...mutatedModels(seed, MUTATED, validModels())], 2, async ({ name, format, bytes }) => {
      const measured = await measureInChild(Readable.from([Buffer.from(bytes)]), {
        name: `mutated.${format}`,
        limits: defaultReadingLimits,
        cpuMs: 20_000,
        signal,
      });
      const outcome = outcomeOf(measured);
      if (outcome === 'not a figure' || outcome === 'crashed') wrong.push(`${name}: ${outcome}`);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    });
    const told = [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([outcome, count]) => `${outcome} ${count}`);
    tell(`${MUTATED} mutated files in processes of their own: ${told.join(', ')}`);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(MUTATED);
    // A refusal is an answer; a process that ends without one is a defect.
    expect(wrong).toStrictEqual([]);
  },
  TIMES,
);
