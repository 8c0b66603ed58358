import { expect } from 'vitest';
import type { CellChange, PriceTable } from '#contract/prices/price-table.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import type { Api } from '#tests/support/app/api.ts';
import {
  selectionsFor,
  type buildItem,
  type SeenCatalogue,
  buildOrder,
  place,
  readCatalogue,
} from '#tests/support/data/quotations.ts';
import { sql } from 'drizzle-orm';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { replayDraft } from './replay-draft.ts';
import { giveUpReplay, runReplay } from './replay-job.service.ts';

export const admin = { as: 'admin' };

/** A part with priced options. */
export function pricedItem(catalogue: SeenCatalogue, rest: object = {}): ReturnType<typeof buildItem> {
  for (const material of catalogue.materials) {
    const selections = selectionsFor(catalogue.tree, material.id, (count) => count - 1);
    const chosen = Object.values(selections);
    const prices = material.processConfig.filter(({ id, price }) => chosen.includes(id) && price > 0);
    if (prices.length < 2 || unpricedSelections(material, selections).length > 0) continue;
    return { material: material.id, num: 10, length: 120, width: 80, height: 20, ...selections, ...rest };
  }
  throw new Error('no material has priced options');
}

/** A draft that raises every price of the options of an item on its material by a given percentage. */
export async function draftFor(
  app: Api,
  item: ReturnType<typeof buildItem>,
  percent: number,
): Promise<{ id: number; cells: CellChange[] }> {
  const { cells } = (await app.send('GET', '/price-table', admin)).data as PriceTable;
  const chosen = new Set(
    Object.entries(item).flatMap(([key, id]) => (key.startsWith('process_') ? [id] : [])),
  );
  const changes = cells
    .filter(
      ([materialId, optionId, price]) => materialId === item.material && chosen.has(optionId) && price > 0,
    )
    .map(([materialId, optionId, price, time]) => ({
      materialId,
      optionId,
      before: { price, time },
      after: { price: Math.round(price * (100 + percent)) / 100, time },
    }));
  const answer = await app.send('POST', '/price-draft', {
    ...admin,
    body: {
      name: '工艺涨价',
      reason: '外协涨价',
      changes: changes.map((change) => ({ kind: 'cell', ...change })),
    },
  });
  expect(answer.status, answer.msg).toBe(200);
  return { id: Number(answer.data), cells: changes };
}

/** What the customer's company pays per tag. */
export async function machiningPrices(app: Api): Promise<Record<string, number>> {
  const { data } = await app.send('GET', '/machining-price', admin);
  return Object.fromEntries(
    (data as { materialTag: string; price: number }[]).map(({ materialTag, price }) => [materialTag, price]),
  );
}

/** Loading a thread's modules from their sources takes seconds. */
type Replay = NonNullable<Parameters<typeof runReplay>[0]['replay']>;
type One = PriceReplay & { result: ReplayResult | null };

/** The app at a fixed time with customers who order, and replays of their orders. */
export async function startReplays() {
  // The app's clock is fixed: midnight in Shanghai comes for all of a test or for none.
  const now = new Date();
  const today = dateText(now);
  const period = { beginDate: today, endDate: today };
  const queues: JobQueue[] = [];
  const failures: string[] = [];

  const app = await createTestApp();
  app.setNow(now);
  const catalogue = await readCatalogue(app);

  const stopReplays = async (): Promise<void> => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await app.database.db.execute(sql`truncate pgboss.job`);
    await app.database.db.execute(sql`truncate price_replay`);
  };
  const inThisThread: Replay = (task, { onProgress }) =>
    replayDraft(app.database, task, (progress, total) => {
      // The last one may come after the end.
      onProgress(progress, total).catch(() => undefined);
    });

  /** A process that works on the queue. */
  async function startWork(replay?: Replay): Promise<JobQueue> {
    const queue = await startJobQueue(app.database.pool, (error) => failures.push(String(error)), {
      maintenanceS: 1,
      pollMs: 50,
    });
    queues.push(queue);
    queue.work('replay-prices', (job) =>
      runReplay({ database: app.database, ...(replay && { replay }) }, job),
    );
    queue.work('give-up-replay', (job) => giveUpReplay(app, job));
    return queue;
  }

  const start = (body: object = {}, who: object = admin) =>
    app.send('POST', '/price-replay', { ...who, body: { ...period, ...body } });
  async function started(body: object = {}): Promise<number> {
    const answer = await start(body);
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }
  const one = async (id: number) => (await app.send('GET', `/price-replay/${id}`, admin)).data as One;
  const stateOf = async (id: number) => (await one(id)).state;
  async function until(id: number, state: PriceReplay['state']): Promise<void> {
    await expect.poll(() => stateOf(id)).toBe(state);
  }
  /** The result of a replay by a process that works on it. */
  async function replayed(body: object = {}): Promise<One & { result: ReplayResult }> {
    const id = await started(body);
    if (queues.length === 0) await startWork(inThisThread);
    await until(id, 'done');
    const found = await one(id);
    return { ...found, result: found.result! };
  }

  /** A placed order of today by a new customer, or by this one: its id, and what was paid. */
  async function order(
    items: Parameters<typeof buildOrder>[2],
    by?: Pick<Person, 'token' | 'username'>,
  ): Promise<{ id: number; paid: number; token: string; username: string }> {
    const { token, username } = by ?? (await addPerson(app, { roleKey: 'customer' }));
    const body = await buildOrder(app, { token }, items);
    const placed = await place(app, { token }, body);
    expect(placed.status, placed.msg).toBe(200);
    return { id: Number(placed.data), paid: Number(body.price), token, username };
  }
  const answers = { one, stateOf, until, replayed };
  return {
    period,
    ...answers,
    app,
    catalogue,
    failures,
    inThisThread,
    startWork,
    start,
    started,
    order,
    stopReplays,
  };
}
