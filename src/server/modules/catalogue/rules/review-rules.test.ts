import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReviewRuleRecord } from '#contract/catalogue/review-rules.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { sentFile, uploadTable } from '#server/tables/spreadsheets.test-data.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.database.pool.query('create table first_rules as table gate_rule');
});
afterEach(() =>
  writeCatalogue(app.database, (tx) =>
    tx.execute('delete from gate_rule; insert into gate_rule overriding system value table first_rules'),
  ),
);
afterAll(() => app.close());

const admin = { as: 'admin' };
const demo = { as: 'demo' };
const pieces = { kind: 'pieces', pieces: 5000, priceDisplay: 'reference', sort: 1, status: 2 };
const add = (body: object) => app.send('POST', '/gate-rule', { ...admin, body });
const one = async (id: unknown): Promise<ReviewRuleRecord> =>
  (await app.send('GET', `/gate-rule/${String(id)}`, admin)).data;
const table = async (): Promise<{ rules: ReviewRule[]; isNewCustomer: boolean }> =>
  (await app.send('GET', '/gate-rule/table', demo)).data;
const remove = (ids: unknown[]) => app.send('DELETE', '/gate-rule', { ...admin, body: { ids } });

describe('review rules', () => {
  test('are disabled on a new installation, without effect', async () => {
    const list = listOf<ReviewRuleRecord>(await app.send('GET', '/gate-rule', admin));
    expect(list.map(({ name, status }) => [name, status])).toEqual([
      ['尺寸超过 1000 × 500 × 500 mm', 1],
      ['有一边小于 0.5 mm', 1],
      ['数量超过 10000 件', 1],
      ['重量超过 50 kg', 1],
      ['订单金额超过 ¥50,000', 1],
      ['公差 ±0.01 mm 或更严，没有图纸', 1],
    ]);
    expect(await table()).toEqual({ rules: [], isNewCustomer: false });
  });

  test('are created, apply to customers at once, are edited by version and deleted', async () => {
    const created = await add({ ...pieces, sentence: '批量请询价' });
    expect(created).toMatchObject({ status: 200 });
    const before = await one(created.data);
    expect(before).toMatchObject({ name: '数量超过 5000 件', weightKg: null, version: 1 });
    expect((await table()).rules).toMatchObject([{ id: created.data, pieces: 5000, sentence: '批量请询价' }]);
    expect(JSON.stringify(await table())).not.toContain('remark');
    const path = `/gate-rule/${before.id}`;
    expect(await app.send('PUT', path, { ...admin, body: { ...before, pieces: 300 } })).toMatchObject({
      status: 200,
    });
    expect((await table()).rules).toMatchObject([{ pieces: 300 }]);
    expect(await app.send('PUT', path, { ...admin, body: before })).toMatchObject({
      error: 'record.changed',
    });
    expect(await remove([before.id])).toMatchObject({ status: 200 });
    expect((await table()).rules).toEqual([]);
  });

  test.each([
    ['no condition', { kind: undefined }, 'kind', '请选择条件'],
    ['an unknown condition', { kind: 'moon' }, 'kind', '条件的取值不正确'],
    ['a quantity without a limit', { pieces: undefined }, 'pieces', '零件数量必须填写最大数量'],
    ['a quantity with a weight', { weightKg: 5 }, 'weightKg', '零件数量没有最大重量，请留空'],
    ['a quantity with words', { words: '攻牙' }, 'words', '零件数量没有螺纹关键词，请留空'],
    ['a quantity of zero', { pieces: 0 }, 'pieces', '最大数量不能小于1'],
    [
      'a price display that does not exist',
      { priceDisplay: 'maybe' },
      'priceDisplay',
      '价格显示的取值不正确',
    ],
    ['a quantity beyond all orders', { pieces: 1_000_000 }, 'kind', '这条规则不会触发，请减小数量'],
    [
      'an envelope of ten metres',
      { kind: 'envelope', pieces: null, length: 10_000, width: 10_000, height: 10_000 },
      'kind',
      '这条规则不会触发，请减小尺寸',
    ],
    [
      'a tolerance that no option has',
      { kind: 'tolerance', pieces: null, toleranceMm: 0.002 },
      'kind',
      '没有 ±0.002 mm 或更严的工艺选项',
    ],
  ])('%s is refused with a message', async (_what, change, field, message) => {
    const answer = await add({ ...pieces, ...change });
    expect(answer).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(answer.errors?.[field]).toContain(message);
  });

  test('a rule that contradicts another is refused when it is saved or switched on', async () => {
    const { data: first } = await add({ ...pieces, pieces: 1000, priceDisplay: 'hidden' });
    expect(await add({ ...pieces, pieces: 1000 })).toMatchObject({
      status: 400,
      msg: `与编号 ${String(first)} 的规则（数量超过 1000 件）的条件相同，请修改原有规则，或先停用它`,
    });
    const { data: second } = await add({ ...pieces, status: 1 });
    const off = await one(second);
    const on = { ...admin, body: { ...off, status: 2 } };
    const refused = await app.send('PUT', `/gate-rule/${off.id}`, on);
    expect(refused).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(refused.msg).toContain('已隐藏价格，这条规则的参考价不会显示');
    await remove([first]);
    expect(await app.send('PUT', `/gate-rule/${off.id}`, on)).toMatchObject({ status: 200 });
  });

  test('an edited export is imported with a changed and a new rule, checked like the form', async () => {
    const signedIn = await app.signIn('admin');
    const { body } = await app.http.inject({
      url: '/api/v1/gate-rule/export?format=csv',
      headers: { authorization: `Bearer ${signedIn}` },
    });
    const preview = async (payload: string): Promise<RecordReport> => {
      const file = Buffer.from(payload);
      return (await uploadTable(app, signedIn, 'csv', file, '/gate-rule/import')).data;
    };
    expect(await preview(body)).toMatchObject({ errors: [], unchanged: 6, created: [], changed: [] });
    const columns = body
      .split('\r\n')[0]!
      .split(',')
      .map((head) => head.replace(/^\uFEFF|"/g, ''));
    const row = (cells: Record<string, string>) => columns.map((head) => cells[head] ?? '').join();
    const added = { 条件: '零件数量', 价格显示: '显示参考价', 排序: '9', 状态: '停用' };
    const refused = await preview(`${body}${row(added)}\r\n`);
    expect(refused.errors.map(({ message }) => message)).toEqual(['零件数量必须填写最大数量']);
    const changed = `${body.replaceAll('10000', '8000')}${row({ ...added, 最大数量: '12,000' }).replace('12,000', '"12,000"')}\r\n`;
    const { token, ...report } = await preview(changed);
    expect(report).toMatchObject({ errors: [], unchanged: 5, created: [{}], changed: [{}] });
    const sent = { token, file: sentFile(changed) };
    expect((await app.send('POST', '/gate-rule/import/apply', { ...admin, body: sent })).status).toBe(200);
    const list = listOf<ReviewRuleRecord>(await app.send('GET', '/gate-rule?kind=pieces', admin));
    expect(list.map((one) => one.pieces)).toEqual([12_000, 8000]);
  });

  test('customers can read only the rules that apply to them', async () => {
    expect((await app.send('GET', '/gate-rule', demo)).status).toBe(403);
    expect((await app.send('POST', '/gate-rule', { ...demo, body: pieces })).status).toBe(403);
    expect((await app.send('GET', '/gate-rule/table', {})).status).toBe(401);
    await add({ kind: 'newCustomer', priceDisplay: 'reference', sort: 1, status: 2 });
    expect((await table()).isNewCustomer).toBe(true);
  });
});
