import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { ChargeFigures } from '#contract/prices/price-changes.ts';
import type { SendOptions } from '#tests/support/app/api.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { startPublications, admin, type Cell, raised, inAnHour } from './draft-publication.test-data.ts';

const publications = await startPublications();
const { app, get, historyOf, post, readCells, one } = publications;
const { draftOf, publish, schedule, somePriced, letMomentsCome, stopQueues } = publications;
afterEach(stopQueues);
afterAll(() => app.close());

describe('a draft of machining prices and charges', () => {
  const rule = async (id: number) => get<ChargeRuleRecord>(`/charge-rule/${id}`);
  const figuresOf = ({ amount, percent, minimum, status }: ChargeRuleRecord): ChargeFigures => ({
    amount,
    percent,
    minimum,
    status: status === 2 ? 2 : 1,
  });

  test('changes the figures of a lead class rule, which keeps its class', async () => {
    const lead = await post('/lead-class', { name: '特快', factor: 0.4, percent: 60, sort: 1, status: 1 });
    const leadClassId = Number(lead.data);
    const added = await post('/charge-rule', {
      kind: 'packing',
      scope: 'all',
      basis: 'order',
      amount: 9,
      leadClassId,
      sort: 9,
      status: 1,
    });
    const ruleId = Number(added.data);
    const figures = figuresOf(await rule(ruleId));
    const id = await draftOf([
      { kind: 'charge', ruleId, before: figures, after: { ...figures, amount: 12 } },
    ]);
    expect((await one(id)).changes).toMatchObject([{ name: '包装费 · 特快及更快' }]);
    expect((await publish(id)).status).toBe(200);
    expect(await rule(ruleId)).toMatchObject({ amount: 12, leadClassId });
    expect((await post(`/price-draft/${id}/roll-back`, { version: 2 })).status).toBe(200);
    expect(await rule(ruleId)).toMatchObject({ amount: 9, leadClassId });
  });

  test('that enables a discount of more than half needs confirmation like a price jump', async () => {
    const whole = { kind: 'discount', scope: 'all', basis: 'percent', percent: 100, sort: 9, status: 1 };
    const ruleId = Number((await post('/charge-rule', whole)).data);
    const figures = figuresOf(await rule(ruleId));
    const id = await draftOf([{ kind: 'charge', ruleId, before: figures, after: { ...figures, status: 2 } }]);
    expect(await post(`/price-draft/${id}/publish`, { version: 1 })).toMatchObject({
      status: 409,
      error: 'price.jump',
      data: { count: 1, jumps: [{ name: '折扣 100%（零件合计 100 元）', from: 100, to: 0 }] },
    });
    const confirmed = { version: 1, confirmJumps: true };
    expect(await post(`/price-draft/${id}/publish`, confirmed)).toMatchObject({ status: 200 });
    expect(await rule(ruleId)).toMatchObject({ status: 2 });
    await app.send('DELETE', '/charge-rule', { ...admin, body: { ids: [ruleId] } });
  });

  test('with a deleted rule is refused with a message', async () => {
    const added = await post('/charge-rule', {
      kind: 'packing',
      scope: 'all',
      basis: 'order',
      amount: 9,
      sort: 9,
      status: 1,
    });
    const ruleId = Number(added.data);
    const figures = figuresOf(await rule(ruleId));
    const id = await draftOf([
      { kind: 'charge', ruleId, before: figures, after: { ...figures, amount: 10 } },
    ]);
    await app.send('DELETE', '/charge-rule', { ...admin, body: { ids: [ruleId] } });
    const { seen, changes } = await one(id);
    expect(changes).toMatchObject([{ name: '包装费', isDeleted: true, now: null }]);
    expect(await post(`/price-draft/${id}/publish`, { version: 1, seen })).toMatchObject({
      status: 400,
      msg: '附加费规则“包装费”已删除，请先从草稿中移除有关的 1 个价格',
    });
  });
});

describe('two drafts', () => {
  test('are merged by adding one to the other, whose prices take the new values', async () => {
    const [first, second] = await somePriced(2);
    const id = await draftOf([raised(first!, 1.1)]);
    const add = (version: number) =>
      post(`/price-draft/${id}/add`, { version, changes: [raised(first!, 1.3), raised(second!, 1.3)] });
    expect(await add(1)).toMatchObject({ status: 200, data: { count: 2 } });
    expect((await one(id)).changes).toMatchObject([
      { after: raised(first!, 1.3).after },
      { after: raised(second!, 1.3).after },
    ]);
    // The version is stale after the first addition.
    expect(await add(1)).toMatchObject({ status: 409, error: 'record.changed' });
  });
});

describe('a scheduled draft', () => {
  test('is published at its own time, independently of others', async () => {
    const [first, second] = await somePriced(2);
    const ids = [await draftOf([raised(first!, 1.1)]), await draftOf([raised(second!, 1.1)])];
    for (const id of ids) expect((await schedule(id)).status).toBe(200);
    await letMomentsCome();
    for (const id of ids) await expect.poll(async () => (await one(id)).state).toBe('live');
  });

  test('and drafts of the same prices warn of each other before either conflicts', async () => {
    const [first, second, third] = await somePriced(3);
    const waiting = await draftOf([raised(first!, 1.1), raised(second!, 1.1)], '明天零点');
    const publishAt = inAnHour();
    const draft = await draftOf([raised(second!, 1.2), raised(third!, 1.2)], '马上');
    expect((await one(draft)).meets).toEqual([]);
    await schedule(waiting, { publishAt });
    expect((await one(draft)).meets).toEqual([{ id: waiting, name: '明天零点', publishAt, count: 1 }]);
    expect((await one(waiting)).meets).toEqual([]);

    await schedule(draft);
    expect((await one(waiting)).meets).toMatchObject([{ id: draft, name: '马上', count: 1 }]);
    expect((await post(`/price-draft/${draft}/unschedule`, { version: 2 })).status).toBe(200);
    expect((await publish(draft, 3)).status).toBe(200);
    expect((await one(draft)).meets).toEqual([]);
    expect((await post(`/price-draft/${waiting}/unschedule`, { version: 2 })).status).toBe(200);
  });

  test('does not record a price that already has its new value', async () => {
    const [shared, own] = await somePriced(2);
    const before = await readCells();
    const first = await draftOf([raised(shared!, 1.1)], '先到');
    const later = await draftOf([raised(shared!, 1.1), raised(own!, 1.1)], '后到');
    expect((await schedule(first)).status).toBe(200);
    expect((await one(later)).meets).toEqual([]);
    expect((await schedule(later)).status).toBe(200);
    expect((await post(`/price-draft/${first}/unschedule`, { version: 2 })).status).toBe(200);
    expect((await publish(first, 3)).status).toBe(200);
    await letMomentsCome();
    await expect.poll(async () => (await one(later)).state).toBe('live');
    expect(await historyOf(shared![0], shared![1])).toMatchObject([{ draftName: '先到' }]);

    // Rolling it back leaves the other draft's price unchanged, whatever it is now.
    const { kind: _kind, ...change } = raised(shared!, 1.2);
    const cells = [{ ...change, before: raised(shared!, 1.1).after }];
    expect((await app.send('PUT', '/price-table', { ...admin, body: { cells } })).status).toBe(200);
    expect(await post(`/price-draft/${later}/roll-back`, { version: 3 })).toMatchObject({
      status: 200,
      data: { saved: 1 },
    });
    const restored = before.map(([material, option, price, time]) =>
      material === shared![0] && option === shared![1]
        ? [material, option, change.after!.price, time]
        : [material, option, price, time],
    );
    expect(await readCells()).toEqual(restored);
  });

  test('is named when a save conflicts with it, for users who can see drafts', async () => {
    const [first, second] = await somePriced(2);
    const waiting = await draftOf([raised(first!, 1.1), raised(second!, 1.1)], '明天零点');
    const publishAt = inAnHour();
    await schedule(waiting, { publishAt });
    const { kind: _kind, ...cell } = raised(first!, 1.2);
    const met = [{ id: waiting, name: '明天零点', publishAt, count: 1 }];
    const saved = await app.send('PUT', '/price-table', { ...admin, body: { cells: [cell] } });
    expect(saved).toMatchObject({ status: 200, data: { saved: 1, meets: met } });
    const back = { ...cell, before: cell.after, after: cell.before };
    expect(await app.send('PUT', '/price-table', { ...admin, body: { cells: [back] } })).toMatchObject({
      data: { saved: 1, meets: [] },
    });

    const [materialId, optionId] = second!;
    const savePrice = async (price: number, who: SendOptions) => {
      const { version, processConfig } = await get<Material>(`/material/${materialId}`);
      const prices = processConfig.map((entry) => (entry.id === optionId ? { ...entry, price } : entry));
      const body = { processConfig: prices, version, confirmJumps: true };
      return app.send('POST', `/material_process/${materialId}`, { ...who, body });
    };
    const { token } = await addPerson(app, { permissions: ['mfr:material:edit'], isStaff: true });
    expect(await savePrice(1.23, { token })).toMatchObject({ status: 200, data: { meets: [] } });
    expect(await savePrice(1.24, admin)).toMatchObject({ status: 200, data: { meets: met } });
    expect((await post(`/price-draft/${waiting}/unschedule`, { version: 2 })).status).toBe(200);
  });

  test.each([
    ['in the past', () => new Date(Date.now() - 60_000).toISOString(), '发布时间已过'],
    ['years ahead', () => new Date(Date.now() + 800 * 86_400_000).toISOString(), '最多可设到一年以后'],
    ['that is not a date', () => '明天', '请选择发布时间'],
    ['without a time zone', () => '2027-01-01T00:00:00', '请选择发布时间'],
  ])('with a time %s is refused with a message', async (_words, publishAt, sentence) => {
    const [cell] = await somePriced(1);
    const id = await draftOf([raised(cell!, 1.1)]);
    const answer = await schedule(id, { publishAt: publishAt() });
    expect(answer.status).toBe(400);
    expect(JSON.stringify([answer.msg, answer.errors])).toContain(sentence);
    expect((await one(id)).state).toBe('draft');
  });

  test('with unconfirmed price jumps is refused at once', async () => {
    const [cell] = await somePriced(1);
    const id = await draftOf([raised(cell!, 3)]);
    expect(await schedule(id, { confirmJumps: undefined })).toMatchObject({
      status: 409,
      error: 'price.jump',
    });
    expect((await one(id)).state).toBe('draft');
  });
});

describe('the history of a price', () => {
  test('lists user, old and new value, newest first, for every way of changing it', async () => {
    const [[materialId, optionId, price, time]] = (await somePriced(1)) as [Cell];
    const history = () => historyOf(materialId, optionId);
    expect(await history()).toEqual([]);
    const cell = { materialId, optionId, before: { price, time }, after: { price: price + 1, time } };
    await app.send('PUT', '/price-table', { ...admin, body: { cells: [cell] } });
    const material = await get<{
      version: number;
      processConfig: { id: number; price: number; time: number }[];
    }>(`/material/${materialId}`);
    const processConfig = material.processConfig.map((entry) =>
      entry.id === optionId ? { ...entry, price: price + 2 } : entry,
    );
    const saved = await app.send('POST', `/material_process/${materialId}`, {
      ...admin,
      body: { processConfig, version: material.version },
    });
    expect(saved.status, saved.msg).toBe(200);
    const entries = await history();
    expect(entries).toMatchObject([
      { before: { price: price + 1, time }, after: { price: price + 2, time }, draftName: '' },
      { before: { price, time }, after: { price: price + 1, time }, userName: '系统管理员' },
    ]);
    expect(entries[0]!.revision).toBeGreaterThan(entries[1]!.revision);
  });
});
