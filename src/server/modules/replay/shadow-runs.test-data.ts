import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { orders, priceDrafts, priceReplays } from '#server/db/schema.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { type buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { replayDraft } from './replay-draft.ts';
import { updateShadowRuns } from './shadow-run.service.ts';

export const admin = { as: 'admin' };
export const MINUTE_MS = 60_000;
const real = createNotifier({ hasMail: false, origin: 'https://quote.test' });

export type Deps = Parameters<typeof updateShadowRuns>[0];
export const inThisThread =
  ({ database }: TestApp): NonNullable<Deps['replay']> =>
  (task) =>
    replayDraft(database, task, () => undefined);
type One = PriceReplay & { result: ReplayResult | null };

/** The app with orders, drafts and shadow runs that are computed in this thread. */
export async function startShadowRuns() {
  /** The ends that were notified: a notification has a unique key, so that the table would hide a second one. */
  const ends: number[] = [];
  const notifier: Pick<typeof real, 'shadowEnded'> = {
    async shadowEnded(tx, userId, shadow, now) {
      ends.push(shadow.id);
      await real.shadowEnded(tx, userId, shadow, now);
    },
  };

  const app = await createTestApp();
  const catalogue = await readCatalogue(app);

  const clearRuns = async (): Promise<void> => {
    await app.database.db.execute(sql`truncate pgboss.job`);
    await app.database.db.execute(sql`truncate price_replay, notification`);
  };

  /** What a process of the queue does with a job. */
  const compute = (
    { replay = inThisThread(app), of = app }: { replay?: Deps['replay']; of?: TestApp } = {},
    signal = new AbortController().signal,
  ) => updateShadowRuns({ database: of.database, notifier, replay }, { signal });

  const start = (draftId: number, days = 7, who: object = admin) =>
    app.send('POST', '/price-replay/shadow', { ...who, body: { draftId, days } });
  async function started(draftId: number, days?: number): Promise<number> {
    const answer = await start(draftId, days);
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }
  const stop = (id: number, who: object = admin) =>
    app.send('POST', `/price-replay/${id}/stop`, { ...who, body: {} });
  const one = async (id: number) => (await app.send('GET', `/price-replay/${id}`, admin)).data as One;

  /** An order by a new customer, or a quotation. */
  async function order(
    item: ReturnType<typeof buildItem>,
    status: 'placed' | 'quoted' | 'requested' = 'placed',
  ): Promise<{ id: number; paid: number }> {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const body = await buildOrder(app, { token }, [item], { status });
    const placed = await place(app, { token }, body);
    expect(placed.status, placed.msg).toBe(200);
    return { id: Number(placed.data), paid: Number(body.price) };
  }

  /** Moves everything so far into the past, including the ends of shadow runs. */
  async function pass(ms: number): Promise<void> {
    const earlier = sql`make_interval(secs => ${ms / 1_000})`;
    const { db } = app.database;
    await db.update(orders).set({ createdAt: sql`created_at - ${earlier}` });
    await db.update(priceDrafts).set({ publishedAt: sql`published_at - ${earlier}` });
    await db
      .update(priceReplays)
      .set({ createdAt: sql`created_at - ${earlier}`, shadowUntil: sql`shadow_until - ${earlier}` });
  }
  return { ends, app, catalogue, compute, start, started, stop, one, order, pass, clearRuns };
}
