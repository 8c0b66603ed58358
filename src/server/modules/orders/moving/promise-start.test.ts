import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { OrderMessage } from '#contract/orders/order-messages.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { orders } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let sales: Person;
const at = (text: string) => new Date(`${text}+08:00`);

beforeAll(async () => {
  app = await createTestApp();
  item = buildItem(await readCatalogue(app));
  customer = await addPerson(app, { roleKey: 'customer' });
  sales = await addPerson(app, { roleKey: 'sales' });
  await countFromAnswer();
});
afterAll(() => app.close());

async function countFromAnswer(): Promise<void> {
  const body = [{ configKey: 'quote.promiseStart', configValue: 'clarified' }];
  expect((await app.send('PUT', '/set-config', { as: 'admin', body })).status).toBe(200);
}

async function order(day = '2026-11-30'): Promise<OrderWithExt> {
  app.setNow(at(`${day}T10:00:00`));
  const placed = await place(app, customer, await buildOrder(app, customer, [item]), randomUUID());
  expect(placed.status, placed.msg).toBe(200);
  return detailsOf(Number(placed.data));
}

const detailsOf = async (id: number) =>
  (await app.send('GET', `/order/${id}/withExt`, { token: customer.token })).data as OrderWithExt;

/** Asks now and answers on the morning of `day`; returns the order before and after the answer. */
async function askAndAnswer(
  id: number,
  day: string,
): Promise<{ waiting: OrderWithExt; answered: OrderWithExt }> {
  const question = { kind: 'question', text: '螺纹是 M6 吗？', audience: 'customer' };
  const asked = await app.send('POST', `/order/${id}/staff-message`, { token: sales.token, body: question });
  app.setNow(at(`${day}T10:00:00`));
  const waiting = await detailsOf(id);
  const body = { kind: 'answer', text: '是的', answersId: (asked.data as OrderMessage).id };
  const answer = await app.send('POST', `/order/${id}/message`, { token: customer.token, body });
  expect(answer.status, answer.msg).toBe(200);
  return { waiting, answered: await detailsOf(id) };
}

test('the promised day counts from the last answer, and is shown in advance', async () => {
  const { id, promisedDate } = await order();
  app.setNow(at('2026-12-01T10:00:00'));
  const { waiting, answered } = await askAndAnswer(id, '2026-12-07');
  const { promisedDate: current } = await order('2026-12-07');
  expect(answered.promisedDate).toBe(current);
  expect(waiting.wait?.promisedDate).toBe(current);
  // The wait accounts for four of these days: one had passed before the question.
  expect(waiting.wait?.days).toBe(5);
  expect(answered.history.at(-1)?.reason).toBe(
    `承诺发货日 ${promisedDate} → ${current}：承诺日期因等待您的答复顺延 5 个工作日`,
  );
});

test('in production or with a manually set day, the promised day is only postponed by the waiting time', async () => {
  for (const state of [{ status: 'producing' as const }, { isDateByHand: true }]) {
    const { id } = await order();
    await app.database.db.update(orders).set(state).where(eq(orders.id, id));
    app.setNow(at('2026-12-01T10:00:00'));
    const { waiting, answered } = await askAndAnswer(id, '2026-12-02');
    expect(waiting.wait?.days).toBe(1);
    expect(answered.promisedDate).toBe(waiting.wait?.promisedDate);
  }
});
