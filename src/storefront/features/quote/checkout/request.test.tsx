import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, type SentRequest } from '#providers/fake-server.test-data.ts';
import { saveDraft } from '../draft/storage/draft-storage.ts';
import { buildFields, buildMaterial } from '../draft/fixtures.test-data.ts';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

const dialog = () => within(screen.getByRole('dialog'));
const bodies = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);
const page = (list: readonly unknown[]) =>
  ok({ list, count: list.length, pageIndex: 1, pageSize: 1000, maxUpdatedAt: '2026-11-20T08:00:00+08:00' });

test.each([['￥１２，３４５．５', '12345.50']])(
  'the target price %j is read as %s',
  async (typed, targetPrice) => {
    const { user, sent } = await renderQuote({ server: { 'POST /order': () => ok(44, '提交成功') } });
    await user.click(screen.getByRole('button', { name: '请人工报价' }));
    const field = dialog().getByLabelText('目标价（元，合计）');
    await user.type(field, '1.234');
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    expect(await dialog().findByText('请输入目标价，最多两位小数，例如 1234.50')).toBeDefined();
    await user.clear(field);
    await user.type(field, typed);
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await screen.findByText('另一页');
    expect(bodies(sent)).toMatchObject([{ targetPrice }]);
  },
);

test('a request is sent with a target price and a wished date', async () => {
  const { user, sent, address } = await renderQuote({ server: { 'POST /order': () => ok(44, '提交成功') } });
  await user.click(screen.getByRole('button', { name: '请人工报价' }));
  expect(screen.getByRole('dialog', { name: '提交询价' })).toBeDefined();
  await user.type(dialog().getByLabelText('目标价（元，合计）'), '0');
  await user.type(dialog().getByLabelText('期望发货日'), '2020-01-01');
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  expect(dialog().getByText('期望发货日不能早于今天')).toBeDefined();
  await user.clear(dialog().getByLabelText('期望发货日'));
  await user.type(dialog().getByLabelText('期望发货日'), '2099-03-01');
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  expect(await dialog().findByText('目标价必须大于0')).toBeDefined();
  await user.clear(dialog().getByLabelText('目标价（元，合计）'));
  await user.type(dialog().getByLabelText('目标价（元，合计）'), '¥1,600.5');
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  expect(bodies(sent)).toMatchObject([
    { status: 'requested', price: '709.95', targetPrice: '1600.50', wishedDate: '2099-03-01' },
  ]);
  expect(address()).toBe('/order/success?id=44');
});

describe('parts that the price table cannot price', () => {
  test('go into a request with the others, and only the others count', async () => {
    const manual = buildMaterial({
      processConfig: buildMaterial().processConfig.filter(({ id }) => id !== 12),
    });
    saveDraft({ userId: 7, orderId: null }, [
      buildFields({ num: '10' }),
      buildFields({ name: '法兰', selections: { process_10: 12, process_20: 21 } }),
    ]);
    const { user, sent } = await renderQuote({
      server: {
        'GET /material': () => page([{ ...manual, manualOptions: [12] }]),
        'POST /order': () => ok(45, '提交成功'),
      },
    });
    const open = within(partCard('法兰'));
    expect(open.getByText('“表面处理：喷砂”没有在线价格，由我们人工报价，提交询价即可')).toBeDefined();
    const panel = within(summaryPanel());
    expect(panel.getByText('参考价').nextSibling?.textContent).toBe('¥709.95');
    expect(panel.getByText('另有 1 个零件待报价，未计入参考价')).toBeDefined();
    expect(panel.queryByRole('button', { name: /提交订单|保存报价/ })).toBeNull();
    await user.click(panel.getByRole('button', { name: '提交询价' }));
    expect(dialog().getByText('1 个零件，未计入')).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await screen.findByText('另一页');
    expect(bodies(sent)).toMatchObject([
      { status: 'requested', price: '709.95', items: [{ name: '支架' }, { name: '法兰', process_10: 12 }] },
    ]);
  });
});
