import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LineActual } from '#contract/orders/actuals.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { enterActual, enterHourCost, produce, readActuals } from '#tests/support/data/actuals.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let foreman: Person;
beforeAll(async () => {
  app = await createTestApp();
  item = { ...buildItem(await readCatalogue(app)), name: '支架', num: 10 };
  customer = await addPerson(app, { roleKey: 'customer' });
  foreman = await addPerson(app, {
    permissions: ['mfr:cost:list', 'mfr:cost:actual', 'mfr:order:query'],
    user: { nickName: '王工' },
    isStaff: true,
    dataScope: '1',
  });
  await enterCosts(app, 50, 20);
});
afterAll(() => app.close());

async function order(isProducing = true): Promise<number> {
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const answer = await place(app, customer, await buildOrder(app, customer, [item], contact));
  expect(answer.status, answer.msg).toBe(200);
  const id = Number(answer.data);
  if (isProducing) await produce(app, id);
  return id;
}
async function optionOf(id: number): Promise<number> {
  const { data } = await app.send('GET', `/order/${id}/withExt`, { as: 'admin' });
  return (data as { items: { processes: { optionId: number }[] }[] }).items[0]!.processes[0]!.optionId;
}

describe('the actuals of a line', () => {
  test('are stored with their author and the hourly cost, and replaced by a second entry', async () => {
    const id = await order();
    const optionId = await optionOf(id);
    expect(await readActuals(app, id)).toEqual([]);
    const entry = { hours: 3.25, kg: 2.125, fees: [{ optionId, amount: 86.5 }], note: ' 报废 1 件 ' };
    const first = await enterActual(app, id, entry, foreman);
    expect(first.status, first.msg).toBe(200);
    expect(await readActuals(app, id)).toMatchObject([
      { ...entry, note: '报废 1 件', hourCost: null, byName: '王工', version: 1 },
    ]);

    await enterHourCost(app, 'aluminium', 80);
    const second = await enterActual(app, id, { hours: 4, version: 1 });
    expect(second.data).toMatchObject({ hours: 4, hourCost: 80, kg: null, fees: [], note: '', version: 2 });
    await enterHourCost(app, 'aluminium', 95, 80);
    const [kept, ...others] = await readActuals(app, id);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ hours: 4, hourCost: 80, byName: '系统管理员' });
    expect(kept!.updatedAt > (first.data as LineActual).updatedAt).toBe(true);
  });

  test('are never overwritten unseen: one of two simultaneous entries gets a conflict', async () => {
    const id = await order();
    const both = await Promise.all([enterActual(app, id, { hours: 1 }), enterActual(app, id, { hours: 2 })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.error).toBe('record.changed');
    expect(await enterActual(app, id, { hours: 3, version: 7 })).toMatchObject({ error: 'record.changed' });
    expect(await enterActual(app, id, { version: 7 })).toMatchObject({ error: 'record.changed' });
    expect(await readActuals(app, id)).toHaveLength(1);
  });

  test('are removed by an empty entry', async () => {
    const id = await order();
    await enterActual(app, id, { kg: 1 });
    expect(await enterActual(app, id, { note: '  ', version: 1 })).toMatchObject({ status: 200, data: null });
    expect(await readActuals(app, id)).toEqual([]);
    expect(await enterActual(app, id, {})).toMatchObject({ status: 200, data: null });
  });

  test('cannot be entered before production', async () => {
    const id = await order(false);
    expect(await enterActual(app, id, { hours: 1 })).toMatchObject({
      status: 409,
      error: 'order.illegal_move',
      msg: '订单开始生产后才能录入实际工时与用料',
    });
  });

  test.each([
    ['negative hours', { hours: -1 }, '实际工时不能小于0'],
    ['hours beyond any order', { hours: 100_001 }, '实际工时不能大于100000'],
    ['three decimals of an hour', { hours: 1.005 }, '实际工时最多2位小数'],
    ['fractions of a gram', { kg: 0.0001 }, '实际用料最多3位小数'],
    ['a negative weight', { kg: -0.5 }, '实际用料不能小于0'],
    ['text', { hours: '三' }, '实际工时必须是数字'],
    ['an unknown line', { lineNo: 9, hours: 1 }, '没有这个零件'],
    [
      'an option that the line does not have',
      { fees: [{ optionId: 999_999, amount: 1 }] },
      '零件没有这个工艺选项',
    ],
    ['a long note', { note: '长'.repeat(501) }, '备注最多500个字符'],
    ['an unknown field', { hourCost: 5 }, ''],
  ])('%s is refused with a message', async (_what, entry, sentence) => {
    const id = await order();
    const answer = await enterActual(app, id, entry);
    expect(answer).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(JSON.stringify([answer.msg, answer.errors])).toContain(sentence);
    expect(await readActuals(app, id)).toEqual([]);
  });

  test('have at most one fee per option', async () => {
    const id = await order();
    const fee = { optionId: await optionOf(id), amount: 5 };
    expect(await enterActual(app, id, { fees: [fee, fee] })).toMatchObject({ status: 400 });
  });

  test('are visible to users who see costs or enter actuals, within their data scope', async () => {
    const id = await order();
    await enterActual(app, id, { hours: 1 });
    const seller = await addPerson(app, { roleKey: 'sales' });
    for (const who of [customer, seller]) {
      expect((await app.send('GET', `/order/${id}/actual`, { token: who.token })).status).toBe(403);
      expect((await enterActual(app, id, { hours: 2, version: 1 }, who)).status).toBe(403);
    }
    const reader = await addPerson(app, { permissions: ['mfr:cost:list'], isStaff: true, dataScope: '1' });
    expect((await enterActual(app, id, { hours: 2, version: 1 }, reader)).status).toBe(403);
    const permissions = ['mfr:cost:list', 'mfr:cost:actual'];
    const stranger = await addPerson(app, { permissions, isStaff: true, dataScope: '5' });
    expect((await app.send('GET', `/order/${id}/actual`, { token: stranger.token })).status).toBe(404);
    expect((await enterActual(app, id, { hours: 2, version: 1 }, stranger)).status).toBe(404);
  });

  test('are not in the operation log, which has only the line', async () => {
    const id = await order();
    await enterActual(app, id, { hours: 4_321.5, note: '只给内部看' });
    const { rows } = await app.database.pool.query<{ log: string; changes: unknown }>(
      `select o::text as log, changes from sys_opera_log o where permission = 'mfr:cost:actual' order by id desc limit 1`,
    );
    expect(rows[0]?.changes).toMatchObject({ id, lineNo: 1 });
    expect(rows[0]?.log).not.toMatch(/4321\.5|只给内部看/);
  });
});
