import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { ChangeOf, PriceChange } from '#contract/prices/price-changes.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import type { PriceHistoryEntry } from '#contract/prices/price-history.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { publishDue } from './publish-due.service.ts';

export const admin = { as: 'admin' };
export type Cell = PriceTable['cells'][number];
export const raised = ([materialId, optionId, price, time]: Cell, factor: number): ChangeOf<'cell'> => ({
  kind: 'cell',
  materialId,
  optionId,
  before: { price, time },
  after: { price: Math.round(price * factor * 100) / 100, time },
});
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** The app with drafts of prices and the jobs that publish them. */
export async function startPublications() {
  const queues: JobQueue[] = [];

  const app = await createTestApp();

  const stopQueues = async (): Promise<void> => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  };
  const get = async <T>(path: string): Promise<T> => (await app.send('GET', path, admin)).data;
  const historyOf = async (materialId: number, optionId: number): Promise<PriceHistoryEntry[]> =>
    listOf(
      await app.send('GET', `/price-table/history?materialId=${materialId}&optionId=${optionId}`, admin),
    );
  const post = (path: string, body: unknown) => app.send('POST', path, { ...admin, body });
  const readCells = async () => (await get<PriceTable>('/price-table')).cells;
  const one = (id: number) => get<PriceDraftDetails>(`/price-draft/${id}`);
  async function draftOf(changes: readonly PriceChange[], name = '年度调价'): Promise<number> {
    const answer = await post('/price-draft', { name, reason: '', changes });
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }
  const publish = (id: number, version = 1) =>
    post(`/price-draft/${id}/publish`, { version, confirmJumps: true });
  const schedule = (id: number, body: object = {}) =>
    post(`/price-draft/${id}/schedule`, { version: 1, confirmJumps: true, publishAt: inAnHour(), ...body });

  /** Priced cells, other ones for each test. */
  let used = 0;
  async function somePriced(count: number): Promise<Cell[]> {
    const cells = (await readCells()).filter(([, , price]) => price > 1);
    used += count;
    return cells.slice(used - count, used);
  }

  /** The moment of every draft that waits is now, for the given number of processes that work on the queue. */
  async function letMomentsCome(processes = 1): Promise<void> {
    await app.database.db.execute(
      sql`update pgboss.job set start_after = now() where name = 'publish-prices'`,
    );
    const notifier = createNotifier({ hasMail: false, origin: 'https://quote.test' });
    const started = Array.from({ length: processes }, () =>
      startJobQueue(app.database.pool, () => undefined, { maintenanceS: 1, pollMs: 50 }),
    );
    for (const queue of await Promise.all(started)) {
      queues.push(queue);
      queue.work('publish-prices', (job) => publishDue({ database: app.database, notifier }, job));
    }
  }
  const drafts = { one, draftOf, publish, schedule };
  return { app, ...drafts, get, historyOf, post, readCells, somePriced, letMomentsCome, stopQueues };
}
