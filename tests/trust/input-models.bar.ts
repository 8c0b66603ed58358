import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect } from 'vitest';
import { modelScales, type ModelScale } from '#domain/models/model-check.ts';
import type { Model, OrderModel } from '#contract/files/models.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { defaultReadingLimits, type ReadingFailure } from '#geometry/model-reading.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { failureSentence } from '#storefront/features/quote/models/model-sentences.ts';
import { measuringFailureText } from '#admin/resources/order/parts/model-texts.ts';
import { startJobQueue } from '#server/jobs/job-queue.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { measureInChild, type MeasuredBody } from '#server/modules/models/measure-in-child.ts';
import { measureModel } from '#server/modules/models/measure-models.service.ts';
import { stepText } from '#tests/support/models/brep-files.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { mutatedModels, type HostileModel } from '#tests/support/hostile/hostile-models.ts';
import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { leftovers, openResources } from '#tests/support/processes/leftovers.ts';
import { boxMeasures, boxStl, sendModel, uploadedModel } from '#tests/support/models/models.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { bar } from './bar.ts';

const seed = Number(process.env['HOSTILE_SEED'] ?? 1);
const FORGED = atScale(5, 100);
/** At least one of each format. */
const MUTATED = atScale(6, 1_000);
const SENT = atScale(2, 120);
const edges = [60, 40, 8] as const;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const TIMES = { timeout: 7_200_000 };

bar(
  45,
  'dimensions and a volume that are not those of the file have no effect, another unit is marked, every time',
  async (tell) => {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const clerk = await addPerson(app, { roleKey: 'sales' });
    const { id } = await uploadedModel(app, '底板.stl', boxStl(edges), { token });
    const step = Buffer.from(stepText(boxMesh(edges)));
    const { id: inMm } = await uploadedModel(app, '底板.step', step, { token });
    const store = createFileStore({ kind: 'disk' }, app.dataDir);
    const failures: string[] = [];
    const queue = await startJobQueue(app.database.pool, (error) => failures.push(String(error)));
    queue.work('measure-model', (job) =>
      measureModel(
        { database: app.database, store, onCrash: (words) => failures.push(words), cpuMs: 120_000 },
        job,
      ),
    );
    const statusOf = async (model: number) =>
      ((await app.send('GET', `/model/${model}`, { token })).data as { status: string }).status;
    for (const model of [id, inMm])
      // oxlint-disable-next-line no-await-in-loop -- one is measured after the other
      await expect.poll(() => statusOf(model), { timeout: 120_000 }).toBe('measured');
    await queue.stop();

    const item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
    const checkOf = async (
      sent: ReturnType<typeof boxMeasures> & { scale?: ModelScale; id?: number },
      line: Partial<QuotationItem> = {},
    ): Promise<{ check: OrderModel['check'] | undefined; price: string }> => {
      const body = await buildOrder(app, { token }, [{ ...item, ...line, model: { id, ...sent } }]);
      const placed = await place(app, { token }, body);
      expect(placed).toMatchObject({ status: 200 });
      const order = await app.send('GET', `/order/${Number(placed.data)}/withExt`, { token: clerk.token });
      const { models, price } = order.data as OrderWithExt;
      return { check: models[0]?.check, price };
    };
    const honest = await checkOf(boxMeasures(edges));
    expect(honest.check).toBe('equal');
    expect(await checkOf({ ...boxMeasures(edges), id: inMm })).toEqual(honest);
    // Figures that agree with the file but for its unit, and a line with them: an STL declares none, a STEP does.
    const scaledBy = (scale: ModelScale) => {
      const [long, middle, short] = edges.map((edge) => edge * modelScales[scale]) as [
        number,
        number,
        number,
      ];
      // As a browser sends it, in whole microns.
      const filled = (edge: number) => Math.ceil(edge * 1_000) / 1_000;
      const line = { length: filled(long), width: filled(middle), height: filled(short) };
      return [{ ...boxMeasures([long, middle, short]), scale }, line] as const;
    };
    for (const scale of ['25.4', '1/25.4'] as const) {
      const [sent, line] = scaledBy(scale);
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      expect((await checkOf(sent, line)).check).toBe('equal');
    }
    const numbers = seededNumbers(seed);
    const kinds = new Set<string>();
    for (let n = 0; n < FORGED; n += 1) {
      const { volumeMm3, boxMm } = boxMeasures(edges);
      // From just above the tolerance up to a third, larger and smaller.
      const share = (numbers(2) === 0 ? -1 : 1) * (0.0011 + numbers(1_000) / 3_000);
      const edge = numbers(3);
      const by = Math.sign(share) * (0.051 + numbers(1_000) / 100);
      const forgedBox = boxMm.map((one, i) => (i === edge ? Math.max(0.01, one + by) : one)) as typeof boxMm;
      const [inOtherUnit, line] = scaledBy(numbers(2) === 0 ? '25.4' : '1/25.4');
      const forged = [
        { volumeMm3: volumeMm3 * (1 + share), boxMm },
        { volumeMm3, boxMm: forgedBox },
        { volumeMm3: volumeMm3 * (1 + share), boxMm: forgedBox },
        { ...inOtherUnit, id: inMm },
      ];
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      const { check, price } = await checkOf(forged[n % 4]!, n % 4 === 3 ? line : {});
      kinds.add(`${n % 4} ${check}`);
      if (n % 4 !== 3) expect(price).toBe(honest.price);
    }
    expect([...kinds].toSorted()).toEqual(['0 equal', '1 equal', '2 equal', '3 rescaled']);
    tell(`${FORGED} forged measures: another unit marked, the others replaced by the server's`);
    expect(failures).toEqual([]);
  },
  TIMES,
);

/** Whether every measured figure is a finite number. */
const hasFigures = (bodies: readonly MeasuredBody[]): boolean =>
  bodies.every(({ measures: { volumeMm3, areaMm2, boxMm, stockBoxMm }, fingerprint }) =>
    [volumeMm3, areaMm2, ...boxMm, ...stockBoxMm, ...fingerprint.momentsMm5].every(
      (figure) => Number.isFinite(figure) && figure >= 0,
    ),
  );

/** Whether a text is readable for users: Chinese, without an error code or a leaked value. */
const isReadable = (text: string): boolean =>
  /\p{Script=Han}{4}/u.test(text) && !/[a-z_]{2,}|Error|NaN/.test(text);

/** Whether a refusal has a specific message, for customers and for staff. */
function hasOwnSentence(failure: ReadingFailure): boolean {
  const usual = failureSentence('damaged', shopLimits({}));
  const sentence = failureSentence(failure, shopLimits({}));
  const forStaff = measuringFailureText({ status: 'unmeasured', failure, isDeleted: false, bodies: 0 });
  return isReadable(sentence) && isReadable(forStaff) && (failure === 'damaged' || sentence !== usual);
}

bar(
  41,
  'mutated models are read or refused in words by a process of their own, which leaves nothing behind',
  async (tell) => {
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    let slowestMs = 0;
    const measure = async ({ name, format, bytes }: HostileModel) => {
      const startedAt = performance.now();
      const measured = await measureInChild(Readable.from([Buffer.from(bytes)]), {
        name: `mutated.${format}`,
        limits: defaultReadingLimits,
        cpuMs: 20_000,
        signal: new AbortController().signal,
      });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if ('failure' in measured) {
        const { failure } = measured;
        // A refusal is an answer; a process that ends without one is a defect.
        if (failure === 'crashed' || !hasOwnSentence(failure)) wrong.push(`${name}: ${failure}`);
        return failure;
      }
      if (!hasFigures(measured.bodies)) wrong.push(`${name}: not a figure`);
      return 'read';
    };
    const before = { left: await leftovers(), resources: openResources() };
    // The server measures one at a time; this runs two to use both cores.
    await inParallel([...mutatedModels(seed, MUTATED)], 2, async (model) => {
      const outcome = await measure(model);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    });
    const told = [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([outcome, count]) => `${outcome} ${count}`);
    tell(
      `${MUTATED} mutated files in processes of their own: ${told.join(', ')}; slowest ${Math.round(slowestMs / 1_000)} s`,
    );
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(MUTATED);
    expect(wrong).toStrictEqual([]);
    await expect.poll(leftovers).toStrictEqual(before.left);
    await expect.poll(openResources).toBeLessThanOrEqual(before.resources);
  },
  TIMES,
);

bar(
  41,
  'mutated models that a customer uploads are reported, and leave neither row nor file once they are deleted',
  async (tell) => {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const store = createFileStore({ kind: 'disk' }, app.dataDir);
    const stored = async () =>
      (await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted();
    const before = { state: await stateOf(app.database), stored: await stored() };
    const wrong: string[] = [];
    const ids: number[] = [];
    for (const { name, format, bytes } of mutatedModels(seed + 1, SENT)) {
      // oxlint-disable-next-line no-await-in-loop -- as a browser sends them
      const answer = await sendModel(app, `部件.${format}`, Buffer.from(bytes), { token });
      if (answer.status === 200) ids.push((answer.data as Model).id);
      else if (answer.status !== 400 || !isReadable(answer.msg))
        wrong.push(`${name}: ${answer.status} ${answer.msg}`);
    }
    const queue = await startJobQueue(app.database.pool, (error) => wrong.push(String(error)));
    const onCrash = (words: string) => wrong.push(words);
    queue.work('measure-model', (job) => measureModel({ database: app.database, store, onCrash }, job));
    const modelOf = async (id: number) => (await app.send('GET', `/model/${id}`, { token })).data as Model;
    const outcomes = new Map<string, number>();
    for (const id of ids) {
      const status = async () => (await modelOf(id)).status;
      // oxlint-disable-next-line no-await-in-loop -- one is measured after the other
      await expect.poll(status, { timeout: 300_000 }).not.toBe('waiting');
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { failure } = await modelOf(id);
      if (failure !== null && !hasOwnSentence(failure as ReadingFailure)) wrong.push(failure);
      const outcome = failure ?? 'read';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    await queue.stop();
    const told = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`);
    tell(`${SENT} mutated files uploaded: ${SENT - ids.length} refused at once, ${told.join(', ')}`);
    expect(wrong).toStrictEqual([]);
    expect(ids.length).toBeGreaterThan(0);
    expect(await stored()).toHaveLength(before.stored.length + ids.length);
    const removed = await app.send('DELETE', '/model', { token, body: { ids } });
    expect(removed).toMatchObject({ status: 200 });
    expect({ state: await stateOf(app.database), stored: await stored() }).toStrictEqual(before);
  },
  TIMES,
);
