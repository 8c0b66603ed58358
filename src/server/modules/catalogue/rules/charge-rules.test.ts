import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { fileOf, sentFile, uploadTable } from '#server/tables/spreadsheets.test-data.ts';
import { copyMaterial } from '#tests/support/data/copy-material.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let optionId: number;
let material: Material;
beforeAll(async () => {
  app = await createTestApp();
  const { tree, materials } = await readCatalogue(app, { as: 'admin' });
  optionId = tree.find(({ name }) => name === '表面处理')!.children[1]!.id;
  material = materials[0]!;
  await app.database.pool.query('create table first_rules as table charge_rule');
});
afterEach(() =>
  writeCatalogue(app.database, (tx) =>
    tx.execute('delete from charge_rule; insert into charge_rule overriding system value table first_rules'),
  ),
);
afterAll(() => app.close());

const admin = { as: 'admin' };
const demo = { as: 'demo' };
const setup = { kind: 'setup', scope: 'all', basis: 'line', amount: 50, sort: 1, status: 2 };
const add = (body: object) => app.send('POST', '/charge-rule', { ...admin, body });
const one = async (id: unknown): Promise<ChargeRuleRecord> =>
  (await app.send('GET', `/charge-rule/${String(id)}`, admin)).data;
const edit = ({ id, ...rule }: ChargeRuleRecord, change: object) =>
  app.send('PUT', `/charge-rule/${id}`, { ...admin, body: { ...rule, id, ...change } });
const table = async (): Promise<ChargeRule[]> =>
  ((await app.send('GET', '/charge-rule/table', demo)).data as { rules: ChargeRule[] }).rules;
const remove = (...ids: unknown[]) => app.send('DELETE', '/charge-rule', { ...admin, body: { ids } });

describe('charge rules', () => {
  test('are disabled examples on a new installation', async () => {
    const list = listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule', admin));
    expect(list.map(({ name, status }) => [name, status])).toEqual([
      ['编程开机费：每种零件 ¥50.00', 1],
      ['包装费：每单 ¥20.00', 1],
      ['运费：每公斤 ¥6.00，最低 ¥15.00', 1],
      ['折扣：零件合计的 5%', 1],
      ['起订补足：不足 ¥200.00 补足', 1],
    ]);
    expect(await table()).toEqual([]);
  });

  test('are created, apply at once, are edited by version and deleted; amounts stay exact', async () => {
    const created = await add({ ...setup, amount: 0.29, scope: 'tag', materialTag: material.materialTag });
    expect(created, created.msg).toMatchObject({ status: 200 });
    const before = await one(created.data);
    expect(before).toMatchObject({ amount: 0.29, percent: null, minimum: null, version: 1, validFrom: '' });
    expect(before.name).toBe(`编程开机费：${before.target}，每种零件 ¥0.29`);
    expect(await table()).toMatchObject([{ id: created.data, amount: 0.29, target: before.target }]);
    expect(JSON.stringify(await table())).not.toContain('remark');
    expect(await edit(before, { amount: 0.38 })).toMatchObject({ status: 200, data: { amount: 0.38 } });
    expect(await table()).toMatchObject([{ amount: 0.38 }]);
    expect(await edit(before, {})).toMatchObject({ error: 'record.changed' });
    expect(await remove(before.id)).toMatchObject({ status: 200 });
    expect(await table()).toEqual([]);
  });

  test('need confirmation above one half, and on large changes, like prices', async () => {
    const whole = { kind: 'discount', scope: 'all', basis: 'percent', percent: 100, sort: 1 };
    const jump = (name: string, from: number | null, to: number) => ({
      status: 409,
      error: 'price.jump',
      data: { count: 1, jumps: [{ id: expect.any(String), name, from, to }] },
    });
    const ofWhole = '折扣 100%（零件合计 100 元）';
    expect(await add({ ...whole, status: 2 })).toMatchObject(jump(ofWhole, 100, 0));
    expect(await table()).toEqual([]);
    const off = await add({ ...whole, status: 1 });
    expect(off, off.msg).toMatchObject({ status: 200 });
    const rule = await one(off.data);
    expect(await edit(rule, { status: 2 })).toMatchObject(jump(ofWhole, 100, 0));
    expect(await edit(rule, { status: 2, confirmJumps: true })).toMatchObject({ status: 200 });
    expect(await edit(await one(rule.id), { remark: '周年' })).toMatchObject({ status: 200 });
    expect(await edit(await one(rule.id), { percent: 50 })).toMatchObject({ status: 200 });
    expect(await edit(await one(rule.id), { percent: 50.01 })).toMatchObject({ error: 'price.jump' });
    expect(await edit(await one(rule.id), { kind: 'material', percent: 60 })).toMatchObject(
      jump('材料费 60%（零件合计 100 元）', 100, 160),
    );
    const logged = await app.send('GET', '/sys-opera-log?title=附加费规则', admin);
    expect(JSON.stringify(logged.data)).not.toContain('confirmJumps');
    const { data: id } = await add(setup);
    expect(await edit(await one(id), { amount: 80 })).toMatchObject(jump('编程开机费', 50, 80));
    expect(await edit(await one(id), { amount: 80, confirmJumps: true })).toMatchObject({ status: 200 });
    const giant = { ...setup, kind: 'packing', basis: 'order', amount: 9_999_999 };
    expect(await add(giant)).toMatchObject(jump('包装费', null, 9_999_999));
  });

  test('have the name of the material and the option that they apply to', async () => {
    const { data: ofMaterial } = await add({ ...setup, scope: 'material', materialId: material.id });
    const finish = { kind: 'finish', scope: 'option', optionId, basis: 'finishMinimum', minimum: 300 };
    const { data: ofOption } = await add({ ...finish, sort: 2, status: 2 });
    expect(await one(ofMaterial)).toMatchObject({ target: material.name });
    expect((await one(ofOption)).name).toMatch(/^表面处理起订费：.+，不足 ¥300.00 补足$/);
    expect((await table()).map(({ target }) => target)).toContain(material.name);
  });

  test.each([
    ['no kind', { kind: undefined }, 'kind', '请选择费用'],
    ['an unknown basis', { basis: 'moon' }, 'basis', '计费方式的取值不正确'],
    ['a negative amount', { amount: -5 }, 'amount', '金额不能小于0.01'],
    ['an amount of nothing', { amount: 0 }, 'amount', '金额不能小于0.01'],
    ['a huge amount', { amount: 1e9 }, 'amount', '金额不能大于99999999.99'],
    ['a third decimal', { amount: 0.125 }, 'amount', '金额最多2位小数'],
    ['no amount', { amount: null }, 'amount', '按每种零件收取的规则必须填写金额'],
    ['over 100 %', { basis: 'percent', amount: null, percent: 100.5 }, 'percent', '百分比不能大于100'],
    ['an amount for a percentage', { basis: 'percent', percent: 5 }, 'amount', '没有金额，请留空'],
    ['a wrong day', { validFrom: '2026-02-30' }, 'validFrom', '开始日期应为 2026-01-31 形式的公历日期'],
    [
      'an end before the start',
      { validFrom: '2027-02-02', validTo: '2027-02-01' },
      'validTo',
      '截止日期 2027-02-01 早于开始日期 2027-02-02',
    ],
    [
      'an end that has passed',
      { validTo: '2020-01-01' },
      'validTo',
      '已于 2020-01-01 截止，这条规则不会生效',
    ],
    ['an unknown tag', { scope: 'tag', materialTag: 'cheese' }, 'materialTag', '材料分类不存在或已停用'],
    ['an unknown material', { scope: 'material', materialId: 99_999 }, 'materialId', '该材料不存在或已删除'],
    ['an unknown option', { scope: 'option', optionId: 99_999 }, 'optionId', '该工艺选项不存在或已删除'],
    ['a scope without its material', { scope: 'material' }, 'materialId', '请选择材料'],
    ['a discount per part', { kind: 'discount' }, 'basis', '折扣只能按零件合计的百分比计算'],
    ['a minimum with another basis', { kind: 'minimum' }, 'basis', '起订补足只能按订单起订金额计算'],
  ])('%s is refused with a message', async (_what, change, field, message) => {
    const answer = await add({ ...setup, ...change });
    expect(answer).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(answer.errors?.[field]).toContain(message);
    expect(await table()).toEqual([]);
  });

  test('a rule that contradicts another is refused when it is saved or switched on', async () => {
    const minimum = {
      kind: 'minimum',
      scope: 'all',
      basis: 'orderMinimum',
      minimum: 500,
      sort: 1,
      status: 2,
    };
    const { data: first } = await add(minimum);
    expect(await add({ ...minimum, minimum: 800 })).toMatchObject({
      status: 400,
      msg: `编号 ${String(first)} 的规则（起订补足：不足 ¥500.00 补足）已有起订金额，同一时间只能有一个起订金额：请修改原有规则，或先停用它，或错开有效期`,
    });
    const { data: second } = await add({ ...minimum, status: 1 });
    const off = await one(second);
    expect(await edit(off, { status: 2 })).toMatchObject({ status: 400 });
    await remove(first);
    expect(await edit(off, { status: 2 })).toMatchObject({ status: 200 });
  });

  test('no more rules can be on than an offer can have charges', async () => {
    const ids: unknown[] = [];
    for (let n = 1; n <= 20; n += 1)
      ids.push((await add({ ...setup, kind: 'other', label: `费用 ${n}` })).data);
    expect(await add(setup)).toMatchObject({
      status: 400,
      errors: { status: '最多同时启用20条规则，请先停用不用的' },
    });
    expect((await edit(await one(ids[0]), { remark: '仍可修改' })).status).toBe(200);
  });

  test('a rule for a deleted material charges nothing and can only be switched off', async () => {
    const id = await copyMaterial(app, material.id, '临时材料', false);
    const { data: rule } = await add({ ...setup, scope: 'material', materialId: id });
    await app.send('DELETE', '/material', { ...admin, body: { ids: [id] } });
    const left = await one(rule);
    expect(left.target).toBe('已删除的材料');
    expect(await edit(left, { amount: 60 })).toMatchObject({
      status: 400,
      errors: { materialId: '该材料不存在或已删除，请重新选择' },
    });
    expect(await edit(left, { status: 1 })).toMatchObject({ status: 200 });
  });

  test('rules of other days are not sent to the quotation page', async () => {
    await add({ ...setup, validFrom: '2999-01-01' });
    expect(await table()).toEqual([]);
  });

  test('customers can read only the rules in force', async () => {
    expect((await app.send('GET', '/charge-rule', demo)).status).toBe(403);
    expect((await app.send('POST', '/charge-rule', { ...demo, body: setup })).status).toBe(403);
    expect((await app.send('GET', '/charge-rule/table', {})).status).toBe(401);
  });
});

test('rules are imported with labels; contradictions are refused by row', async () => {
  const signedIn = await app.signIn('admin');
  const heads = ['费用', '费用名称', '适用范围', '材料分类', '材料', '工艺选项', '计费方式', '金额（元）'];
  const more = ['百分比 %', '最低金额（元）', '开始日期', '截止日期', '排序', '状态'];
  let file = '';
  const preview = async (rows: (string | number)[][], others: string[] = []): Promise<RecordReport> => {
    const payload = await fileOf('csv', [[...heads, ...more, ...others], ...rows]);
    file = sentFile(payload);
    return (await uploadTable(app, signedIn, 'csv', payload, '/charge-rule/import')).data;
  };
  const faulty = await preview([
    ['编程开机费', '', '材料', '', '月光石', '', '每种零件', 80, '', '', '', '', 1, '正常'],
    ['折扣', '', '全部零件', '', '', '', '零件合计的百分比', '', 120, '', '', '', 1, '正常'],
    ['起订补足', '', '全部零件', '', '', '', '订单起订金额', '', '', 300, '2027-02-30', '', 1, '正常'],
  ]);
  expect(faulty.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, '材料', '材料 月光石 不存在'],
    [3, '百分比 %', '百分比不能大于100'],
    [4, '开始日期', '开始日期应为 2026-01-31 形式的公历日期'],
  ]);
  const twice = await preview([
    ['起订补足', '', '全部零件', '', '', '', '订单起订金额', '', '', 300, '', '', 1, '正常'],
    ['起订补足', '补足', '全部零件', '', '', '', '订单起订金额', '', '', 400, '', '', 1, '正常'],
  ]);
  expect(twice.errors).toMatchObject([{ row: 3, message: expect.stringContaining('已有起订金额') }]);
  const timed = (amount: number) => [
    '其他费用',
    '',
    '全部零件',
    '',
    '',
    '',
    '每分钟机时',
    amount,
    '',
    '',
    '',
    '',
  ];
  const machined = await preview(
    [
      [...timed(2), 1, '停用', '车削件'],
      [...timed(3), 1, '停用', '铣削件'],
    ],
    ['加工方式'],
  );
  expect(machined).toMatchObject({ errors: [], created: [{ row: 2 }, { row: 3 }] });
  const good = await preview([
    [
      '编程开机费',
      '',
      '材料',
      '',
      material.name,
      '',
      '每种零件',
      80,
      '',
      '',
      '2026-01-01',
      '2998-12-31',
      1,
      '停用',
    ],
    ['包装费', '', '全部零件', '', '', '', '每单', 25, '', '', '', '', 20, '停用'],
  ]);
  expect(good).toMatchObject({ errors: [], created: [{ row: 2 }], changed: [{ row: 3 }] });
  const applied = await app.send('POST', '/charge-rule/import/apply', {
    ...admin,
    body: { token: good.token, file },
  });
  expect(applied).toMatchObject({ status: 200, data: { created: 1, changed: 1 } });
  const names = listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule', admin)).map(
    ({ name }) => name,
  );
  expect(names).toContain(`编程开机费：${material.name}，每种零件 ¥80.00`);
  expect(names).toContain('包装费：每单 ¥25.00');

  const jumping = await preview([
    ['包装费', '', '全部零件', '', '', '', '每单', 90, '', '', '', '', 20, '正常'],
    [
      '折扣',
      '大单',
      '全部零件',
      '',
      '',
      '',
      '零件合计的百分比',
      '',
      60,
      '',
      '2998-01-01',
      '2998-12-31',
      1,
      '正常',
    ],
  ]);
  expect(jumping).toMatchObject({ errors: [], created: [{ row: 3 }], changed: [{ row: 2 }] });
  const apply = (flag: object) =>
    app.send('POST', '/charge-rule/import/apply', {
      ...admin,
      body: { token: jumping.token, file, ...flag },
    });
  expect(await apply({})).toMatchObject({
    status: 409,
    error: 'price.jump',
    data: { count: 1, jumps: [{ from: 100, to: 40 }] },
  });
  expect(await apply({ confirmJumps: true })).toMatchObject({
    status: 200,
    data: { created: 1, changed: 1 },
  });
});

test('rules of a lead class are imported by the name of the class', async () => {
  const lead = await app.send('POST', '/lead-class', {
    ...admin,
    body: { name: '特快', factor: 0.4, percent: 60, sort: 1, status: 1 },
  });
  const heads = ['费用', '费用名称', '适用范围', '材料分类', '材料', '工艺选项', '交期档位', '计费方式'];
  const more = ['金额（元）', '开始日期', '排序', '状态'];
  const row = (name: string, amount: number) => [
    '检验与证书费',
    '',
    '全部零件',
    '',
    '',
    '',
    name,
    '每单',
    amount,
    '',
    1,
    '停用',
  ];
  const payload = await fileOf('csv', [[...heads, ...more], row('特快', 80), row('标准', 30), row('', 10)]);
  const signedIn = await app.signIn('admin');
  const { data } = await uploadTable(app, signedIn, 'csv', payload, '/charge-rule/import');
  const report = data as RecordReport;
  expect(report).toMatchObject({ errors: [], created: [{ row: 2 }, { row: 3 }, { row: 4 }] });
  const applied = await app.send('POST', '/charge-rule/import/apply', {
    ...admin,
    body: { token: report.token, file: sentFile(payload) },
  });
  expect(applied.status, applied.msg).toBe(200);
  const list = listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule?kind=inspection', admin));
  expect(list.map(({ amount, leadClassId, leadTarget }) => [amount, leadClassId, leadTarget])).toEqual([
    [80, lead.data, '特快及更快'],
    [30, 0, '标准及更快'],
    [10, null, ''],
  ]);
  const exported = await app.http.inject({
    url: '/api/v1/charge-rule/export?format=csv',
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  expect(exported.body).toContain('特快及更快');
});
