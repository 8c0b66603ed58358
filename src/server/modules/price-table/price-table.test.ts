import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { CellChange, PriceTable } from '#contract/prices/price-table.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { pairKey } from '#contract/prices/cell-changes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const readTable = async (): Promise<PriceTable> => (await app.send('GET', '/price-table', admin)).data;
const save = (...cells: CellChange[]) =>
  app.send('PUT', '/price-table', { ...admin, body: { cells, confirmJumps: true } });

/** A cell whose price times 3 and times 1.5 is whole. */
const hasHalf = ([, , price]: PriceTable['cells'][number]) => price > 0 && price % 2 === 0;

/** Changes the figures of a cell. */
function changeOf(cell: PriceTable['cells'][number], after: CellChange['after']): CellChange {
  const [materialId, optionId, price, time] = cell;
  return { materialId, optionId, before: { price, time }, after };
}

describe('the price table', () => {
  test('lists materials, options in tree order, and prices of allowed pairs', async () => {
    const [table, { materials, tree }] = [await readTable(), await readCatalogue(app)];
    expect(table.materials.map((one) => one.id)).toEqual(materials.map((one) => one.id));
    expect(table.options[0]).toMatchObject({ id: tree[0]!.children[0]!.id, processName: tree[0]!.name });
    const rules = new Map(table.options.map((option) => [option.id, option.materialIds]));
    const allowed = (materialId: number, optionId: number) =>
      rules.get(optionId)?.includes(materialId) ?? true;
    const stored = materials.flatMap((material: Material) =>
      material.processConfig
        .filter((entry) => rules.has(entry.id) && allowed(material.id, entry.id))
        .map((entry) => `${material.id}/${entry.id}/${entry.price}/${entry.time}`),
    );
    expect(table.cells.map((cell) => cell.join('/')).toSorted()).toEqual(stored.toSorted());
    expect(table.cells.length).toBeGreaterThan(500);
  });

  test('changes, adds and removes prices in one save, and updates the time of their materials', async () => {
    const table = await readTable();
    const [first, second] = table.cells;
    const before = (await readCatalogue(app)).materials;
    const versionOf = (materials: Material[], id: number) => materials.find((one) => one.id === id)?.version;
    const removed = await save(changeOf(first!, { price: 99.99, time: 3 }), changeOf(second!, null));
    expect(removed).toMatchObject({ status: 200, data: { saved: 2 } });
    const after = await readTable();
    expect(after.cells).toContainEqual([first![0], first![1], 99.99, 3]);
    expect(after.cells).toHaveLength(table.cells.length - 1);
    const [materialId, optionId, price, time] = second!;
    expect(await save({ materialId, optionId, before: null, after: { price, time } })).toMatchObject({
      status: 200,
    });
    expect((await readTable()).cells).toHaveLength(table.cells.length);
    const now = (await readCatalogue(app)).materials;
    expect(versionOf(now, first![0])).toBeGreaterThan(versionOf(before, first![0])!);
    const untouched = table.materials
      .map((one) => one.id)
      .filter((id) => id !== first![0] && id !== materialId);
    for (const id of untouched) expect(versionOf(now, id)).toBe(versionOf(before, id));
  });

  test('ignores unchanged cells', async () => {
    const [cell] = (await readTable()).cells;
    const answer = await save(changeOf(cell!, { price: cell![2], time: cell![3] }));
    expect(answer).toMatchObject({ status: 200, data: { saved: 0 } });
  });

  test('is used for quoting immediately after each change', async () => {
    const item = buildItem(await readCatalogue(app));
    const priced = new Set(
      (await readTable()).cells.filter((cell) => cell[0] === item.material).map((cell) => cell[1]),
    );
    const [, optionId] = Object.entries(item).find(
      ([key, value]) => key.startsWith('process_') && priced.has(Number(value)),
    )!;
    for (let price = 100; price < 112; price += 1) {
      const cell = (await readTable()).cells.find((one) => one[0] === item.material && one[1] === optionId);
      expect(await save(changeOf(cell!, { price, time: 1 }))).toMatchObject({ status: 200 });
      const quote = await app.send('POST', '/quote', { as: 'demo', body: { items: [item] } });
      const [line] = (
        quote.data as { items: { trace: { options: { optionId: number; price: number }[] } }[] }
      ).items;
      expect(line!.trace.options.find((option) => option.optionId === optionId)).toMatchObject({ price });
    }
  });
});

describe('a refused save', () => {
  test('because cells have changed names each of them and writes nothing', async () => {
    const [first, second, third] = (await readTable()).cells;
    await save(changeOf(first!, { price: 1, time: 1 }), changeOf(second!, null));
    const before = await readTable();
    const answer = await save(
      changeOf(third!, { price: 5, time: 5 }),
      changeOf(first!, { price: 6, time: 6 }),
      changeOf(second!, { price: 7, time: 7 }),
    );
    expect(answer).toMatchObject({ status: 409, error: 'price.conflict', msg: '部分价格已被他人修改' });
    expect(answer.data).toEqual({
      conflicts: [
        { materialId: first![0], optionId: first![1], current: { price: 1, time: 1 } },
        { materialId: second![0], optionId: second![1], current: null },
      ],
    });
    expect(await readTable()).toEqual(before);
    const [materialId, optionId] = second!;
    expect(await save({ materialId, optionId, before: null, after: { price: 7, time: 7 } })).toMatchObject({
      status: 200,
    });
  });

  test('is one of two simultaneous ones of the same cell', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const cell = (await readTable()).cells[9]!;
      const answers = await Promise.all([
        save(changeOf(cell, { price: round * 10, time: 1 })),
        save(changeOf(cell, { price: round * 10 + 1, time: 1 })),
      ]);
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  test('because of price jumps names them and writes nothing until they are confirmed', async () => {
    const { cells, materials, options } = await readTable();
    const [first, second] = cells.filter(hasHalf);
    const changes = [
      changeOf(first!, { price: first![2] * 3, time: first![3] }),
      changeOf(second!, { price: second![2] * 1.5, time: second![3] }),
    ];
    const send = (flag: object) =>
      app.send('PUT', '/price-table', { ...admin, body: { cells: changes, ...flag } });
    const refused = await send({});
    const material = materials.find(({ id }) => id === first![0])!.name;
    const option = options.find(({ id }) => id === first![1])!;
    const name = `${material} · ${option.processName} ${option.name}`;
    expect(refused).toMatchObject({ status: 409, error: 'price.jump' });
    const id = pairKey(first![0], first![1]);
    expect(refused.data).toEqual({ count: 1, jumps: [{ id, name, from: first![2], to: first![2] * 3 }] });
    expect(refused.msg).toContain('请核对，确认无误后再保存');
    expect((await readTable()).cells).toEqual(cells);
    expect(await send({ confirmJumps: true })).toMatchObject({ status: 200, data: { saved: 2 } });
    await save(
      changeOf([first![0], first![1], first![2] * 3, first![3]], { price: first![2], time: first![3] }),
      changeOf([second![0], second![1], second![2] * 1.5, second![3]], {
        price: second![2],
        time: second![3],
      }),
    );
  });

  test('because a price is removed names it until that is confirmed', async () => {
    const { cells } = await readTable();
    const [first, second] = cells.filter(hasHalf);
    const changes = [changeOf(first!, { price: first![2] * 3, time: first![3] }), changeOf(second!, null)];
    const send = (flag: object) =>
      app.send('PUT', '/price-table', { ...admin, body: { cells: changes, ...flag } });
    const refused = await send({});
    expect(refused).toMatchObject({
      status: 409,
      error: 'price.jump',
      msg: expect.stringContaining('1 个价格变动超过 50%、1 个价格被清空，没有保存') as string,
      data: { count: 2, jumps: [{ from: second![2], to: null }, { to: first![2] * 3 }] },
    });
    expect((await readTable()).cells).toEqual(cells);
    expect(await send({ confirmJumps: true })).toMatchObject({ status: 200, data: { saved: 2 } });
    await save(
      changeOf([first![0], first![1], first![2] * 3, first![3]], { price: first![2], time: first![3] }),
      {
        materialId: second![0],
        optionId: second![1],
        before: null,
        after: { price: second![2], time: second![3] },
      },
    );
  });

  test('because a pair cannot have a price gives the pair and the reason', async () => {
    const table = await readTable();
    const limited = table.options.find((option) => option.materialIds !== null)!;
    const excluded = table.materials.find((one) => !limited.materialIds!.includes(one.id))!;
    const [cell] = table.cells;
    const after = { price: 1, time: 1 };
    const answer = await save(
      changeOf(cell!, after),
      changeOf(cell!, after),
      { materialId: excluded.id, optionId: limited.id, before: null, after },
      { materialId: 999_999, optionId: limited.id, before: null, after },
      { materialId: excluded.id, optionId: 999_999, before: null, after: null },
    );
    expect(answer).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(answer.errors).toEqual({
      'cells.1.optionId': '同一格出现两次',
      'cells.2.optionId': `${limited.processName} ${limited.name} 不适用于材料 ${excluded.name}`,
      'cells.3.optionId': '材料 999999 不存在',
      'cells.4.optionId': '工艺选项 999999 不存在',
    });
    expect(await readTable()).toEqual(table);
  });
});

test('a save reports the changed cells with old and new values to the operation log', async () => {
  const { token } = await addPerson(app, { permissions: ['mfr:price:edit'] });
  const table = await readTable();
  const cell = table.cells[20]!;
  const material = table.materials.find(({ id }) => id === cell[0])!.name;
  const { processName, name } = table.options.find(({ id }) => id === cell[1])!;
  const option = `${processName} ${name}`;
  const cells = [changeOf(cell, { price: 42, time: 2 })];
  await app.send('PUT', '/price-table', { token, body: { cells, confirmJumps: true } });
  const { rows } = await app.database.pool.query(
    'select changes from sys_opera_log order by id desc limit 1',
  );
  const before = { price: cell[2], time: cell[3] };
  expect(rows).toEqual([
    {
      changes: {
        saved: 1,
        prices: [{ materialId: cell[0], material, option, before, after: { price: 42, time: 2 } }],
        materials: [cell[0]],
      },
    },
  ]);
});
