import { afterAll, describe, expect, test } from 'vitest';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import { chargeFiguresOf, type PriceChange } from '#contract/prices/price-changes.ts';
import type { PriceDraft } from '#contract/prices/price-drafts.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { startDrafts, admin, type Cell, changeOf } from './price-drafts.test-data.ts';

const { app, readCells, save, post, draftOf, one, publish, rollBack, somePriced } = await startDrafts();
afterAll(() => app.close());
/** Every price of the shop. */
async function readPrices() {
  const read = (path: string) => app.send('GET', path, admin);
  const machining = (await read('/machining-price')).data as { materialTag: string; price: number }[];
  const rules = listOf<ChargeRuleRecord>(await read('/charge-rule?pageSize=1000'));
  return {
    cells: (await readCells()).toSorted(([a, b], [c, d]) => a - c || b - d),
    machining: machining.map(({ materialTag, price }) => ({ materialTag, price })),
    rules: rules.map(({ id, ...rule }) => ({ id, ...chargeFiguresOf(rule) })).toSorted((a, b) => a.id - b.id),
  };
}
const keysOf = (cells: readonly Cell[]) => cells.map((cell) => cell.join('/'));

describe('a draft of prices', () => {
  test('changes no price until it is published, and its roll-back restores every figure', async () => {
    const before = await readCells();
    const priced = await somePriced(5);
    const changes = priced.map((cell) => changeOf(cell, 1.08));
    const id = await draftOf(changes);
    expect(await readCells()).toEqual(before);
    expect(await one(id)).toMatchObject({
      state: 'draft',
      count: 5,
      createdName: '系统管理员',
      publishedAt: null,
    });
    const listed = listOf<PriceDraft>(await app.send('GET', '/price-draft', admin))[0];
    expect(listed).toMatchObject({ id, name: '年度调价', reason: '外协涨价' });
    expect(listed).not.toHaveProperty('changes');

    expect(await publish(id)).toMatchObject({ status: 200, data: { saved: 5 } });
    const after = new Set(keysOf(await readCells()));
    for (const { materialId, optionId, after: value } of changes)
      expect(after.has(`${materialId}/${optionId}/${value!.price}/${value!.time}`)).toBe(true);
    expect(await one(id)).toMatchObject({ state: 'live', publishedName: '系统管理员' });

    expect(await rollBack(id)).toMatchObject({ status: 200, data: { saved: 5 } });
    expect(await readCells()).toEqual(before);
    expect(await one(id)).toMatchObject({ state: 'undone', undoneName: '系统管理员' });
  });

  test('is published and rolled back once by two simultaneous attempts', async () => {
    const [cell] = await somePriced(1);
    const id = await draftOf([changeOf(cell!, 1.1)]);
    const first = await Promise.all([publish(id), publish(id)]);
    expect(first.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const back = await Promise.all([rollBack(id), rollBack(id)]);
    expect(back.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await publish(id, { version: 3 })).toMatchObject({ status: 409, error: 'record.changed' });
  });

  test('reports conflicts cell by cell, and overwrites only values the publisher has seen', async () => {
    const [first, second] = await somePriced(2);
    const id = await draftOf([changeOf(first!, 1.1), changeOf(second!, 1.1)]);
    const [materialId, optionId, price, time] = first!;
    const now = { price: price + 3, time };
    expect((await save({ ...changeOf(first!, 1), after: now })).status).toBe(200);

    expect(await publish(id)).toMatchObject({
      status: 409,
      error: 'price.conflict',
      data: { conflicts: [{ key: `cell/${materialId}/${optionId}` }] },
    });
    const { changes, seen } = await one(id);
    expect(changes.map(({ before, now: held }) => JSON.stringify(before) === JSON.stringify(held))).toEqual([
      false,
      true,
    ]);
    const later = { price: price + 4, time };
    await save({ ...changeOf(first!, 1), before: now, after: later });
    expect(await publish(id, { seen })).toMatchObject({ status: 409, error: 'price.conflict' });
    const { seen: seenNow } = await one(id);
    expect(await publish(id, { seen: seenNow })).toMatchObject({ status: 200, data: { saved: 2 } });
    expect((await rollBack(id)).status).toBe(200);
    expect(keysOf(await readCells())).toContain(`${materialId}/${optionId}/${later.price}/${time}`);
  });

  test('with any mixture of prices is rolled back to exactly the previous state', async () => {
    const next = seededNumbers(16);
    const cents = () => (1 + next(9_999_900)) / 100;
    for (let round = 0; round < 8; round += 1) {
      // oxlint-disable no-await-in-loop -- one draft after the other
      const before = await readPrices();
      const drawn = <T>(from: readonly T[], most: number) => from.filter(() => next(from.length) < most);
      const cells = drawn(before.cells, 8).map(([materialId, optionId, price, time]): PriceChange => {
        const after = next(3) === 0 ? null : { price: cents(), time: next(40) / 2 };
        return { kind: 'cell', materialId, optionId, before: { price, time }, after };
      });
      const machining = drawn(before.machining, 2).map(({ materialTag, price }): PriceChange => ({
        kind: 'machining',
        deptId: 0,
        materialTag,
        before: price,
        after: cents(),
      }));
      const charges = drawn(before.rules, 2).map((rule): PriceChange => {
        const figures = chargeFiguresOf(rule);
        const { amount, percent, minimum, status } = figures;
        return {
          kind: 'charge',
          ruleId: rule.id,
          before: figures,
          after: {
            amount: amount === null ? null : cents(),
            percent: percent === null ? null : 1 + next(99),
            minimum: minimum === null ? null : cents(),
            status: status === 1 && next(2) === 0 ? 2 : status,
          },
        };
      });
      const changes = [...cells, ...machining, ...charges];
      if (changes.length === 0) continue;
      const id = await draftOf(changes);
      const published = await publish(id);
      expect(published.status, published.msg).toBe(200);
      expect(await readPrices()).not.toEqual(before);
      expect((await rollBack(id)).status).toBe(200);
      expect(await readPrices()).toEqual(before);
      // oxlint-enable no-await-in-loop
    }
  });

  test('is not rolled back over a later change; the rest is once that is confirmed', async () => {
    const [change, other] = (await somePriced(2)).map((cell) => changeOf(cell, 1.1));
    const before = await readCells();
    const id = await draftOf([change!, other!]);
    expect((await publish(id)).status).toBe(200);
    const later = { ...change!, before: change!.after, after: { price: 7.77, time: 1 } };
    await save(later);
    const key = `cell/${change!.materialId}/${change!.optionId}`;
    const rest = (kept: string[]) => post(`/price-draft/${id}/roll-back`, { version: 2, kept });
    expect(await rollBack(id)).toMatchObject({
      status: 409,
      error: 'price.changed_since',
      data: { conflicts: [{ key }] },
    });
    const otherKey = `cell/${other!.materialId}/${other!.optionId}`;
    expect(await rest([otherKey])).toMatchObject({ status: 409, error: 'price.changed_since' });
    expect(await rest([key, otherKey])).toMatchObject({ status: 400 });
    expect((await one(id)).state).toBe('live');
    expect(await rest([key])).toMatchObject({ status: 200, data: { saved: 1 } });
    expect((await one(id)).state).toBe('undone');
    expect(await readCells()).toEqual(
      before.map((cell) =>
        cell[0] === change!.materialId && cell[1] === change!.optionId ? [cell[0], cell[1], 7.77, 1] : cell,
      ),
    );
  });

  test('needs confirmation of price jumps, and applies nothing before', async () => {
    const priced = await somePriced(2);
    const id = await draftOf([changeOf(priced[0]!, 3), changeOf(priced[1]!, 1.1)]);
    const before = await readCells();
    expect(await publish(id, { confirmJumps: undefined })).toMatchObject({
      status: 409,
      error: 'price.jump',
    });
    expect(await readCells()).toEqual(before);
  });
});

test('users who can only see prices can see drafts but not publish them', async () => {
  const [cell] = await somePriced(1);
  const id = await draftOf([changeOf(cell!, 1.1)]);
  const { token } = await addPerson(app, { permissions: ['mfr:price:list'], isStaff: true });
  expect((await app.send('GET', `/price-draft/${id}`, { token })).status).toBe(200);
  for (const path of ['publish', 'roll-back'])
    expect(
      (await app.send('POST', `/price-draft/${id}/${path}`, { token, body: { version: 1 } })).status,
    ).toBe(403);
  expect((await app.send('GET', '/price-draft', { as: 'demo' })).status).toBe(403);
});
