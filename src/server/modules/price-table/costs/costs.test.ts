import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CostChange, CostRow, CostHistoryEntry } from '#contract/catalogue/costs.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { listCosts } from '#tests/support/data/costs.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => app.database.pool.query('truncate cost, cost_change'));
afterAll(() => app.close());

const admin = { as: 'admin' };
const list = async (query: string): Promise<CostRow[]> => {
  const answer = await app.send('GET', `/cost?pageSize=1000&${query}`, admin);
  expect(answer.status, answer.msg).toBe(200);
  return listOf(answer);
};
const changeOf = (
  { kind, materialTag, materialId, optionId, cost }: CostRow,
  after: number | null,
  before: number | null = cost,
): CostChange => ({ kind, materialTag, materialId, optionId, before, after });
const save = (...changes: CostChange[]): Promise<Envelope> =>
  app.send('PUT', '/cost', { ...admin, body: { changes } });
const fill = (body: object) => app.send('POST', '/cost/fill', { ...admin, body });

describe('costs', () => {
  test('are initially unknown for every applicable tag, material and option', async () => {
    const [tags, materials, options] = await Promise.all(
      ['machining', 'material', 'option'].map((kind) => list(`kind=${kind}`)),
    );
    for (const rows of [tags!, materials!, options!]) {
      expect(rows.length).toBeGreaterThan(5);
      expect(rows.every(({ cost }) => cost === null)).toBe(true);
    }
    expect(tags!.find(({ materialTag }) => materialTag === 'aluminium')).toMatchObject({ price: 85 });
    expect(materials!.every(({ price }) => price === null)).toBe(true);
    const table = await app.send('GET', '/price-table', admin);
    const cells = (table.data as { cells: [number, number, number, number][] }).cells;
    const priced = options!.filter(({ price }) => price !== null);
    expect(
      priced.slice(0, 50).map(({ materialId, optionId, price }) => [materialId, optionId, price]),
    ).toEqual(expect.arrayContaining(cells.slice(0, 20).map((cell) => cell.slice(0, 3))));
  });

  test('are saved together, changed and reset to unknown', async () => {
    const [tag] = await list('kind=machining');
    const [material] = await list('kind=material');
    const [option] = await list('kind=option');
    expect(await save(changeOf(tag!, 41.25), changeOf(material!, 28), changeOf(option!, 0))).toMatchObject({
      status: 200,
      data: { saved: 3 },
    });
    expect(
      [await list('kind=machining'), await list('kind=material'), await list('kind=option')].map(
        ([row]) => row!.cost,
      ),
    ).toEqual([41.25, 28, 0]);
    expect(await save(changeOf(tag!, 50, 41.25), changeOf(option!, null, 0))).toMatchObject({
      data: { saved: 2 },
    });
    expect((await list('kind=machining'))[0]!.cost).toBe(50);
    expect((await list('kind=option'))[0]!.cost).toBeNull();
  });

  test('changed by another user are refused as a whole', async () => {
    const [first, second] = await list('kind=machining&state=missing');
    await save(changeOf(first!, 33));
    const refused = await save(changeOf(first!, 44), changeOf(second!, 55));
    expect(refused).toMatchObject({ status: 409, error: 'cost.conflict' });
    const rows = await list('kind=machining');
    expect(rows.find(({ materialTag }) => materialTag === first!.materialTag)!.cost).toBe(33);
    expect(rows.find(({ materialTag }) => materialTag === second!.materialTag)!.cost).toBeNull();
  });

  test('are filled with a share of the price only where they are unknown', async () => {
    const [known] = await list('kind=option&state=missing');
    await save(changeOf(known!, 12.34));
    const before = await listCosts(app, 'option');
    const priced = before.filter(({ price, cost }) => price !== null && cost === null);
    const ofOne = priced.filter(({ materialId }) => materialId === known!.materialId);
    expect(await fill({ kind: 'option', materialId: known!.materialId, percent: 60 })).toMatchObject({
      status: 200,
      data: { saved: ofOne.length },
    });
    expect(await fill({ kind: 'option', percent: 60 })).toMatchObject({
      data: { saved: priced.length - ofOne.length },
    });
    for (const { price, cost, ...row } of await listCosts(app, 'option')) {
      const isKnown = row.materialId === known!.materialId && row.optionId === known!.optionId;
      expect(cost).toBe(isKnown ? 12.34 : price === null ? null : Math.round(price * 60) / 100);
    }
  });

  test('have a history of user, time, old and new value, for users who can see costs', async () => {
    const [tag] = await list('kind=machining&state=missing');
    const history = async (who: object = admin) =>
      app.send('GET', `/cost/history?kind=machining&materialTag=${tag!.materialTag}`, who);
    expect((await history()).data).toMatchObject({ count: 0, list: [] });
    await save(changeOf(tag!, 21));
    await save(changeOf(tag!, 22.5, 21));
    // An unchanged value adds no entry.
    await save(changeOf(tag!, 22.5, 22.5));
    await save(changeOf(tag!, null, 22.5));
    const past = listOf<CostHistoryEntry>(await history());
    expect(past.map(({ before, after, userName }) => [before, after, userName])).toEqual([
      [22.5, null, '系统管理员'],
      [21, 22.5, '系统管理员'],
      [null, 21, '系统管理员'],
    ]);
    const filled = await fill({ kind: 'machining', percent: 50 });
    expect((filled.data as { saved: number }).saved).toBeGreaterThan(0);
    expect(listOf<CostHistoryEntry>(await history())[0]).toMatchObject({
      before: null,
      after: tag!.price! / 2,
    });
    const file = await app.http.inject({
      url: '/api/v1/cost/history/export?format=csv',
      headers: { authorization: `Bearer ${await app.signIn('admin', testPasswords.admin)}` },
    });
    expect(file.body).toMatch(/,系统管理员,加工,,[^,]+,21,22.5\r\n/);
    const engineer = await addPerson(app, { roleKey: 'engineer' });
    for (const path of ['/cost/history?kind=machining', '/cost/history/export'])
      expect(await app.send('GET', path, { token: engineer.token }), path).toMatchObject({ status: 403 });
  });

  test('are not in the operation log', async () => {
    const [tag] = await list('kind=machining&state=missing');
    await save(changeOf(tag!, 76_543.21));
    const { rows } = await app.database.pool.query<{ changes: unknown }>(
      `select changes from sys_opera_log where permission = 'mfr:cost:edit'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.at(-1)!.changes).toEqual({ costs: 1 });
    expect(JSON.stringify(rows)).not.toContain('76543.21');
  });
});

test('sales and engineers have no permission to see costs by default', async () => {
  for (const roleKey of ['sales', 'engineer', 'customer'] as const) {
    const { token } = await addPerson(app, { roleKey });
    expect(await app.send('GET', '/cost', { token })).toMatchObject({ status: 403 });
    expect(await app.send('PUT', '/cost', { token, body: {} })).toMatchObject({ status: 403 });
  }
  const viewer = await addPerson(app, { permissions: ['mfr:cost:list'], isStaff: true });
  expect(await app.send('GET', '/cost', { token: viewer.token })).toMatchObject({ status: 200 });
  expect(await app.send('PUT', '/cost', { token: viewer.token, body: {} })).toMatchObject({ status: 403 });
});
