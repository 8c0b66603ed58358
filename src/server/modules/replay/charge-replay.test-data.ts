import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { orders } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { replayDraft, type DraftTask } from './replay-draft.ts';

export const admin = { as: 'admin' };

export async function done(
  answer: Promise<{ status: number; msg: string; data: unknown }>,
): Promise<unknown> {
  const { status, msg, data } = await answer;
  expect(status, msg).toBe(200);
  return data;
}

export const setup = {
  kind: 'setup',
  scope: 'all',
  basis: 'line',
  amount: 50,
  sort: 1,
  status: 2,
  remark: '',
};
const figures = { percent: null, minimum: null, status: 2 };
export const amountFrom = (ruleId: number, before: number, after: number) => ({
  ruleId,
  before: { ...figures, amount: before },
  after: { ...figures, amount: after },
});

/** The app at a fixed time, its charge rules and replays of its orders. */
export async function startChargeReplays() {
  // The app's clock is fixed: midnight in Shanghai comes for all of a test or for none.
  const now = new Date();
  const today = dateText(now);

  const app = await createTestApp();
  app.setNow(now);
  const catalogue = await readCatalogue(app);

  const deleteRules = async (): Promise<void> => {
    const rules = listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule?pageSize=100', admin));
    const ids = rules.filter(({ status }) => status === 2).map(({ id }) => id);
    if (ids.length > 0) await done(app.send('DELETE', '/charge-rule', { ...admin, body: { ids } }));
  };
  const addRule = async (rule: object): Promise<number> =>
    Number(await done(app.send('POST', '/charge-rule', { ...admin, body: { ...setup, ...rule } })));
  /** A draft that changes nothing but what rules charge. */
  async function draftOf(...changes: { ruleId: number; before: object; after: object }[]): Promise<number> {
    const body = {
      name: '附加费调整',
      reason: '',
      changes: changes.map((change) => ({ kind: 'charge', ...change })),
    };
    return Number(await done(app.send('POST', '/price-draft', { ...admin, body })));
  }

  /** An order of today: its id, and what lines and charges come to in fen. */
  async function order({ token }: Person, items: Parameters<typeof buildOrder>[2]) {
    const placed = await place(app, { token }, await buildOrder(app, { token }, items));
    expect(placed.status, placed.msg).toBe(200);
    const id = Number(placed.data);
    const [row] = await app.database.db.select().from(orders).where(eq(orders.id, id));
    const chargesFen = row!.charges.reduce((sum, { amountFen }) => sum + amountFen, 0);
    return { id, orderNo: row!.orderNo, linesFen: row!.totalFen - chargesFen, chargesFen };
  }
  const customer = () => addPerson(app, { roleKey: 'customer' });

  async function replayed(
    { username }: Person,
    { materialTag = '', ...task }: Partial<Omit<DraftTask, 'filter'>> & { materialTag?: string } = {},
  ) {
    const filter = {
      beginDate: today,
      endDate: today,
      status: 'sold' as const,
      deptId: null,
      username,
      materialTag,
      processId: null,
    };
    const outcome = await replayDraft(
      app.database,
      { draftId: null, now: new Date(), ...task, filter },
      () => undefined,
    );
    return outcome!;
  }
  return { now, today, app, catalogue, addRule, draftOf, order, customer, replayed, deleteRules };
}
