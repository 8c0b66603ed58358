import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { fileOf, sentFile, uploadTable } from '#server/tables/spreadsheets.test-data.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn('admin');
});
afterAll(() => app.close());

const HEADS = [
  '编号',
  '费用',
  '费用名称',
  '适用范围',
  '材料分类',
  '材料',
  '工艺选项',
  '计费方式',
  '金额（元）',
  '排序',
  '状态',
];
type Cells = readonly (string | number)[];
const packing = (id: number | '', name: string, amount: number, status = '正常'): Cells => [
  id,
  '其他费用',
  name,
  '全部零件',
  '',
  '',
  '',
  '每单',
  amount,
  9,
  status,
];

/** Previews an import of these rules; returns what applying it needs. */
async function preview(rows: readonly Cells[], as = token): Promise<{ token: string; file: string }> {
  const payload = await fileOf('csv', [HEADS, ...rows.map((row) => [...row])]);
  const { data } = await uploadTable(app, as, 'csv', payload, '/charge-rule/import');
  const report = data as RecordReport;
  expect(report.errors).toEqual([]);
  return { token: report.token, file: sentFile(payload) };
}

const post = (path: string, body: object, as = token) => app.send('POST', path, { token: as, body });
const rules = async () =>
  listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule?kind=other&pageSize=100', { token }));
const figuresOf = async (names: readonly string[]) =>
  (await rules())
    .filter(({ label }) => names.includes(label))
    .map(({ label, amount, status }) => [label, amount, status]);
const draft = async (id: number): Promise<PriceDraftDetails> =>
  (await app.send('GET', `/price-draft/${id}`, { token })).data;

async function saved(name: string, amount: number, status = 2): Promise<number> {
  const rule = { kind: 'other', label: name, scope: 'all', basis: 'order', amount, sort: 9, status };
  const answer = await post('/charge-rule', {
    ...rule,
    materialId: null,
    optionId: null,
    leadClassId: null,
    percent: null,
    minimum: null,
  });
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}

test('rules can be imported into a draft: figures stay and new rules are disabled until it is published', async () => {
  const names = ['木箱', '贴标', '覆膜'];
  const id = await saved('木箱', 30);
  const read = await preview([
    packing(id, '木箱', 35),
    packing('', '贴标', 5),
    packing('', '覆膜', 8, '停用'),
  ]);
  const kept = await post('/price-draft/charge-rules', { ...read, name: '包装调价', reason: '木料涨价' });
  expect(kept).toMatchObject({ status: 200, msg: '已存为草稿' });
  expect(await figuresOf(names)).toEqual([
    ['木箱', 30, 2],
    ['贴标', 5, 1],
    ['覆膜', 8, 1],
  ]);
  const draftId = Number(kept.data);
  const { changes, ...head } = await draft(draftId);
  expect(head).toMatchObject({ name: '包装调价', reason: '木料涨价', count: 2, state: 'draft' });
  expect(changes.map(({ name, before, after }) => [name, before, after])).toMatchObject([
    ['木箱', { amount: 30, status: 2 }, { amount: 35, status: 2 }],
    ['贴标', { amount: 5, status: 1 }, { amount: 5, status: 2 }],
  ]);

  const published = await post(`/price-draft/${draftId}/publish`, { version: 1, confirmJumps: true });
  expect(published, published.msg).toMatchObject({ status: 200, data: { saved: 2 } });
  expect(await figuresOf(names)).toEqual([
    ['木箱', 35, 2],
    ['贴标', 5, 2],
    ['覆膜', 8, 1],
  ]);
  expect(await post(`/price-draft/${draftId}/roll-back`, { version: 2 })).toMatchObject({ status: 200 });
  expect(await figuresOf(names)).toEqual([
    ['木箱', 30, 2],
    ['贴标', 5, 1],
    ['覆膜', 8, 1],
  ]);
});

test('a second file can be added to an existing draft; a preview can be used once', async () => {
  const id = await saved('防锈袋', 12);
  const first = await preview([packing(id, '防锈袋', 13)]);
  const { data } = await post('/price-draft/charge-rules', { ...first, name: '防锈', reason: '' });
  const second = await preview([packing(id, '防锈袋', 14), packing('', '防锈纸', 2)]);
  const add = (read: object, version: number) =>
    post(`/price-draft/${Number(data)}/charge-rules`, { ...read, version });
  expect(await add(second, 1)).toMatchObject({ status: 200, data: { count: 2 } });
  expect(await add(second, 2)).toMatchObject({ status: 409, error: 'import.expired' });
  expect(await draft(Number(data))).toMatchObject({
    version: 2,
    changes: [{ after: { amount: 14 } }, { name: '防锈纸', after: { status: 2 } }],
  });
});

test('changes that a draft cannot contain, or of a rule edited since, are refused as a whole', async () => {
  const id = await saved('吊装', 60);
  const name = '吊装调价';
  const renamed = await preview([packing(id, '吊装费', 70), packing('', '托盘', 9)]);
  const refused = await post('/price-draft/charge-rules', { ...renamed, name, reason: '' });
  expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('其他修改请直接导入') });
  expect((await rules()).map(({ label }) => label)).not.toContain('托盘');

  const stale = await preview([packing(id, '吊装', 70)]);
  const rule = (await rules()).find((one) => one.id === id)!;
  const { id: _id, name: _name, target: _target, leadTarget: _lead, leadFactor: _factor, ...kept } = rule;
  const { createdAt: _created, updatedAt: _updated, ...input } = kept;
  const edited = await app.send('PUT', `/charge-rule/${id}`, {
    token,
    body: { ...input, amount: 65 },
  });
  expect(edited.status, edited.msg).toBe(200);
  const late = await post('/price-draft/charge-rules', { ...stale, name, reason: '' });
  expect(late).toMatchObject({ status: 409, error: 'import.expired' });
  const off = await preview([packing('', '封箱', 3, '停用')]);
  const nothing = await post('/price-draft/charge-rules', { ...off, name, reason: '' });
  expect(nothing).toMatchObject({ status: 400, msg: '没有要保存的价格' });
  expect((await rules()).map(({ label }) => label)).not.toContain('封箱');
});

test('importing rules into a draft needs the permissions for prices and rules', async () => {
  const permissions = ['list', 'query', 'add', 'edit', 'import'].map((verb) => `mfr:chargeRule:${verb}`);
  const clerk = await addPerson(app, { permissions });
  const read = await preview([packing('', '喷码', 4)], clerk.token);
  const body = { token: read.token, name: '喷码', reason: '' };
  expect((await post('/price-draft/charge-rules', body, clerk.token)).status).toBe(403);
  // An outdated page sends no file.
  expect(await post('/price-draft/charge-rules', body)).toMatchObject({
    status: 409,
    error: 'import.expired',
  });
});
