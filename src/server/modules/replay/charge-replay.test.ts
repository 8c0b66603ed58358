import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChargeRuleRecord } from '#contract/charge-rules.ts';
import { fenFromYuan } from '#domain/money.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { orders } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import {
  buildItem,
  buildOrder,
  listOf,
  place,
  readCatalogue,
  type SeenCatalogue,
} from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { replayDraft, type DraftTask } from './replay-draft.ts';

const admin = { as: 'admin' };
// The app's clock stands still: midnight in Shanghai comes for all of a test or for none.
const now = new Date();
const today = dateText(now);

let app: TestApp;
let catalogue: SeenCatalogue;
beforeAll(async () => {
  app = await createTestApp();
  app.setNow(now);
  catalogue = await readCatalogue(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const rules = listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule?pageSize=100', admin));
  const ids = rules.filter(({ status }) => status === 2).map(({ id }) => id);
  if (ids.length > 0) await done(app.send('DELETE', '/charge-rule', { ...admin, body: { ids } }));
});

async function done(answer: Promise<{ status: number; msg: string; data: unknown }>): Promise<unknown> {
  const { status, msg, data } = await answer;
  expect(status, msg).toBe(200);
  return data;
}

const setup = { kind: 'setup', scope: 'all', basis: 'line', amount: 50, sort: 1, status: 2, remark: '' };
const addRule = async (rule: object): Promise<number> =>
  Number(await done(app.send('POST', '/charge-rule', { ...admin, body: { ...setup, ...rule } })));
const figures = { percent: null, minimum: null, status: 2 };
/** A draft that changes nothing but what rules charge. */
async function draftOf(...changes: { ruleId: number; before: object; after: object }[]): Promise<number> {
  const body = {
    name: '附加费调整',
    reason: '',
    changes: changes.map((change) => ({ kind: 'charge', ...change })),
  };
  return Number(await done(app.send('POST', '/price-draft', { ...admin, body })));
}
const amountFrom = (ruleId: number, before: number, after: number) => ({
  ruleId,
  before: { ...figures, amount: before },
  after: { ...figures, amount: after },
});

/** An order of today: its id, and what lines and charges come to in fen. */
async function order({ token }: Person, items: Parameters<typeof buildOrder>[2]) {
  const placed = await place(app, { token }, await buildOrder(app, { token }, items));
  expect(placed.status, placed.msg).toBe(200);
  const id = Number(placed.data);
  const [row] = await app.database.db.select().from(orders).where(eq(orders.id, id));
  const chargesFen = row!.charges.reduce((sum, { amount }) => sum + fenFromYuan(amount), 0);
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

test('live rules give what was charged; a draft of charges alone shows exactly their difference', async () => {
  const ruleId = await addRule({});
  await addRule({ kind: 'discount', basis: 'percent', amount: null, percent: 5, sort: 2 });
  const person = await customer();
  const { id, linesFen, chargesFen } = await order(person, [
    buildItem(catalogue),
    buildItem(catalogue, { materialIndex: 3, num: 77 }),
  ]);
  expect(chargesFen).toBe(10_000 - Math.floor((linesFen * 500 + 5_000) / 10_000));
  const same = (await replayed(person)).result;
  const sums = { paidFen: chargesFen, beforeFen: chargesFen };
  expect(same.total).toMatchObject({
    beforeFen: linesFen,
    afterFen: linesFen,
    charges: { ...sums, afterFen: chargesFen, changedOrders: 0, lostOrders: 0 },
  });
  expect([same.orders, same.customers]).toEqual([[], []]);

  const draftId = await draftOf(amountFrom(ruleId, 50, 72.35));
  const { result } = await replayed(person, { draftId });
  expect(result.total).toMatchObject({
    beforeFen: linesFen,
    afterFen: linesFen,
    changedLines: 0,
    dearerOrders: 1,
    dearerCustomers: 1,
    charges: { ...sums, afterFen: chargesFen + 2 * 2_235, changedOrders: 1 },
  });
  expect(result.customers).toMatchObject([{ charges: { ...sums, afterFen: chargesFen + 4_470 } }]);
  expect(result.orders).toMatchObject([{ id, chargeRows: [{ afterFen: 14_470 }, { label: '折扣' }] }]);
  const changes = [{ kind: 'charge' as const, ...amountFrom(ruleId, 50, 72.35) }] as NonNullable<
    DraftTask['shadow']
  >['changes'];
  const now = new Date();
  const shadow = { changes, from: new Date(now.getTime() - 3_600_000), to: now };
  expect((await replayed(person, { draftId, shadow })).result.total).toEqual(result.total);
  // A filter of lines leaves the charges of whole orders out.
  const { materialTag } = catalogue.materials[0]!;
  const filtered = await replayed(person, { draftId, materialTag });
  expect(filtered.result.total).not.toHaveProperty('charges');
});
