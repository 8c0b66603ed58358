import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { Notification } from '#contract/system/notifications.ts';
import { chargeFiguresOf, type ChargeFigures } from '#contract/prices/price-changes.ts';
import { leadFiguresOf, materialFiguresOf } from '#contract/prices/record-figures.ts';
import type { PriceHistoryEntry } from '#contract/prices/price-history.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startPublications, admin, raised, inAnHour } from './draft-publication.test-data.ts';

const publications = await startPublications();
const { app, get, historyOf, post, readCells, one } = publications;
const { draftOf, publish, schedule, somePriced, letMomentsCome, stopQueues } = publications;
afterEach(stopQueues);
afterAll(() => app.close());
const notices = async () =>
  listOf<Notification>(await app.send('GET', '/notification', admin)).filter(
    ({ kind }) => kind === 'prices_due',
  );

describe('a draft of machining prices and record figures', () => {
  const machining = () => get<AgreedPrice[]>('/machining-price/agreed');
  const rule = async (id: number) => get<ChargeRuleRecord>(`/charge-rule/${id}`);
  const readSizes = async () => materialFiguresOf(await get('/material/1'));
  const readLead = async () => leadFiguresOf(await get('/lead-class/1'));
  const figuresOf = ({ amount, percent, minimum, status }: ChargeRuleRecord): ChargeFigures => ({
    amount,
    percent,
    minimum,
    status: status === 2 ? 2 : 1,
  });

  test('is published together with option prices, and its roll-back restores every figure', async () => {
    const before = [
      await readCells(),
      (await machining()).map(({ materialTag, price }) => [materialTag, price]),
    ];
    const [tag] = await machining();
    const figures = figuresOf(await rule(1));
    const body = { kind: 'other', scope: 'all', basis: 'hole', amount: 3, withoutModel: 'flat', flat: 20 };
    const holes = await post('/charge-rule', { ...body, diameterUpToMm: 6, sort: 1, status: 2 });
    const holeId = Number(holes.data);
    const ofHoles = chargeFiguresOf(await rule(holeId));
    const [sizes, lead] = [await readSizes(), await readLead()];
    const [cell] = await somePriced(1);
    const id = await draftOf([
      raised(cell!, 1.08),
      {
        kind: 'machining',
        deptId: 0,
        materialTag: tag!.materialTag,
        before: tag!.price,
        after: tag!.price + 5,
      },
      { kind: 'charge', ruleId: 1, before: figures, after: { ...figures, amount: 88, status: 2 } },
      {
        kind: 'charge',
        ruleId: holeId,
        before: ofHoles,
        after: { ...ofHoles, withoutModel: 'person', flat: null, diameterUpToMm: 8, depthOverMm: 10 },
      },
      { kind: 'material', materialId: 1, before: sizes, after: { ...sizes, length: 999, deliveryTime: 9 } },
      { kind: 'lead', leadClassId: 1, before: lead, after: { ...lead, percent: -5, status: 2 } },
    ]);
    expect((await one(id)).changes.map(({ kind, group, name }) => [kind, group, name])).toEqual([
      ['cell', expect.any(String), expect.any(String)],
      ['machining', '加工基价', expect.not.stringContaining('/')],
      ['charge', '附加费', '编程开机费'],
      ['charge', '附加费', '其他费用'],
      ['material', '材料', expect.any(String)],
      ['lead', '交期档位', '经济'],
    ]);
    expect((await rule(1)).status).toBe(1);

    expect(await publish(id)).toMatchObject({ status: 200, data: { saved: 6 } });
    expect(await get('/material/1')).toMatchObject({ length: 999, deliveryTime: 9 });
    expect(await get('/lead-class/1')).toMatchObject({ percent: -5, status: 2 });
    expect((await machining())[0]!.price).toBe(tag!.price + 5);
    expect(await rule(1)).toMatchObject({ amount: 88, status: 2 });
    expect(await rule(holeId)).toMatchObject({
      withoutModel: 'person',
      flat: null,
      diameterUpToMm: 8,
      depthOverMm: 10,
    });

    expect((await post(`/price-draft/${id}/roll-back`, { version: 2 })).status).toBe(200);
    const after = [
      await readCells(),
      (await machining()).map(({ materialTag, price }) => [materialTag, price]),
    ];
    expect(after).toEqual(before);
    expect(figuresOf(await rule(1))).toEqual(figures);
    expect(chargeFiguresOf(await rule(holeId))).toEqual(ofHoles);
    expect([await readSizes(), await readLead()]).toEqual([sizes, lead]);
  });

  test('is hidden from users without permission, who cannot publish it and see the number of hidden prices', async () => {
    const [, tag] = await machining();
    const change = { kind: 'machining', deptId: 0, materialTag: tag!.materialTag } as const;
    const id = await draftOf([{ ...change, before: tag!.price, after: tag!.price + 1 }]);
    const { token } = await addPerson(app, {
      permissions: ['mfr:price:list', 'mfr:price:edit'],
      isStaff: true,
    });
    expect((await app.send('GET', `/price-draft/${id}`, { token })).data).toMatchObject({
      changes: [],
      hidden: 1,
    });
    for (const path of ['publish', 'schedule'])
      expect(
        await app.send('POST', `/price-draft/${id}/${path}`, {
          token,
          body: { version: 1, ...(path === 'schedule' ? { publishAt: inAnHour() } : {}) },
        }),
      ).toMatchObject({ status: 403, msg: '草稿中有加工基价，您没有修改加工基价的权限' });
    const body = { name: '调价', reason: '', changes: [{ ...change, before: 1, after: 2 }] };
    expect((await app.send('POST', '/price-draft', { token, body })).status).toBe(403);
  });
});

describe('two drafts', () => {
  test('are merged price by price; conflicting changes must be decided', async () => {
    const [first, second, third] = await somePriced(3);
    const mine = await draftOf([raised(first!, 1.1), raised(second!, 1.1)]);
    const other = await draftOf([raised(second!, 1.2), raised(third!, 1.2)]);
    const key = `cell/${second![0]}/${second![1]}`;
    const merge = (body: object = {}) =>
      post(`/price-draft/${mine}/merge`, { other, otherVersion: 1, version: 1, ...body });
    expect(await merge()).toMatchObject({ status: 409, error: 'price.drafts_differ', data: { keys: [key] } });
    expect((await one(mine)).count).toBe(2);
    expect(await merge({ theirs: [key] })).toMatchObject({ status: 200, data: { count: 3 } });
    const { changes, version } = await one(mine);
    expect(changes.map(({ after }) => (after as { price: number }).price)).toEqual([
      raised(first!, 1.1).after!.price,
      raised(second!, 1.2).after!.price,
      raised(third!, 1.2).after!.price,
    ]);
    expect(version).toBe(2);
    expect((await app.send('GET', `/price-draft/${other}`, admin)).status).toBe(404);
    expect(await merge({ version: 2 })).toMatchObject({ status: 404 });
    expect(
      (await post(`/price-draft/${mine}/merge`, { other: mine, otherVersion: 2, version: 2 })).status,
    ).toBe(400);
  });
});

describe('a scheduled draft', () => {
  test('is published on time, once, by one of several processes, and its author is notified', async () => {
    const priced = await somePriced(3);
    const id = await draftOf(
      priced.map((cell) => raised(cell, 1.08)),
      '定时涨价',
    );
    const before = await readCells();
    expect((await schedule(id)).status).toBe(200);
    expect(await one(id)).toMatchObject({ state: 'scheduled', scheduledName: '系统管理员', version: 2 });
    expect(await readCells()).toEqual(before);
    expect(await publish(id, 2)).toMatchObject({ status: 409, error: 'record.changed' });
    await letMomentsCome(3);
    await expect.poll(async () => (await one(id)).state).toBe('live');
    expect(await one(id)).toMatchObject({ publishedName: '系统管理员', version: 3, failure: '' });
    const [cell] = priced;
    expect(await historyOf(cell![0], cell![1])).toMatchObject([
      { after: raised(cell!, 1.08).after, userName: '系统管理员', draftName: '定时涨价' },
    ]);
    const titles = (await notices()).map(({ title }) => title);
    expect(titles.filter((title) => title.includes('定时涨价'))).toEqual(['调价“定时涨价”已按时发布']);
    expect((await post(`/price-draft/${id}/roll-back`, { version: 3 })).status).toBe(200);
    expect(await readCells()).toEqual(before);
  });

  test('becomes a draft again with a reason if a price has changed, and nothing is published', async () => {
    const [first, second] = await somePriced(2);
    const id = await draftOf([raised(first!, 1.1), raised(second!, 1.1)], '撞车');
    await schedule(id);
    const { kind: _kind, ...other } = raised(first!, 1.2);
    await app.send('PUT', '/price-table', { ...admin, body: { cells: [other] } });
    const before = await readCells();
    await letMomentsCome();
    await expect.poll(async () => (await one(id)).state).toBe('draft');
    const draft = await one(id);
    expect(draft.failure).toMatch(/已被他人修改/);
    expect(draft.publishAt).toBeNull();
    expect(await readCells()).toEqual(before);
    expect((await notices())[0]).toMatchObject({ title: '调价“撞车”未能按时发布' });
    // A user who has seen the new price can publish the draft.
    expect(
      await post(`/price-draft/${id}/publish`, { version: draft.version, seen: draft.seen }),
    ).toMatchObject({ status: 200, data: { saved: 2 } });
    expect((await one(id)).failure).toBe('');
  });

  test('is not published once it is unscheduled', async () => {
    const [cell] = await somePriced(1);
    const id = await draftOf([raised(cell!, 1.1)]);
    await schedule(id);
    expect(await app.send('DELETE', `/price-draft/${id}`, admin)).toMatchObject({ status: 409 });
    expect((await post(`/price-draft/${id}/unschedule`, { version: 2 })).status).toBe(200);
    // A new schedule has its own job.
    expect((await schedule(id, { version: 3 })).status).toBe(200);
    expect((await post(`/price-draft/${id}/unschedule`, { version: 4 })).status).toBe(200);
    const before = await readCells();
    await letMomentsCome();
    const unfinished = sql`select from pgboss.job where name = 'publish-prices' and state < 'completed'`;
    await expect.poll(async () => (await app.database.db.execute(unfinished)).rows.length).toBe(0);
    expect(await readCells()).toEqual(before);
    expect((await one(id)).state).toBe('draft');
  });
});

describe('the history of a price', () => {
  test('of machining prices is visible to users who can see the company', async () => {
    const [, , tag] = await get<AgreedPrice[]>('/machining-price/agreed');
    const prices = [{ materialTag: tag!.materialTag, price: tag!.price + 1, version: tag!.version }];
    await app.send('PUT', '/machining-price', { ...admin, body: { deptId: 0, prices } });
    const path = `/machining-price/history?materialTag=${encodeURIComponent(tag!.materialTag)}`;
    const read = await app.send('GET', path, admin);
    expect(listOf<PriceHistoryEntry>(read)).toMatchObject([{ before: tag!.price, after: tag!.price + 1 }]);
    const { token } = await addPerson(app, { permissions: ['mfr:machiningPrice:query'], isStaff: true });
    expect((await app.send('GET', `${path}&deptId=1`, { token })).status).toBe(404);
    const ofCell = '/price-table/history?materialId=1&optionId=1';
    expect((await app.send('GET', ofCell, { as: 'demo' })).status).toBe(403);
  });
});
