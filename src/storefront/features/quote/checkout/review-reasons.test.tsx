import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildRule } from '#domain/review/carts.test-data.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { saveDraft } from '../draft/storage/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { confirmOrder, partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

const dialog = () => within(screen.getByRole('dialog'));
const bodies = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);
const reviewedBy = (...rules: ReviewRule[]) => ({
  'GET /gate-rule/table': () => ok({ rules, isNewCustomer: false }),
});

test('a part that needs a review shows the reason, how to avoid it, and a reference price', async () => {
  const rule = buildRule({ kind: 'pieces', pieces: 5, sentence: '批量请先询价' });
  const { user } = await renderQuote({ server: reviewedBy(rule) });
  const card = within(partCard('零件 1'));
  expect(await card.findByText('批量请先询价')).toBeDefined();
  expect(card.getByText('数量 10 件超过 5 件，数量减到 5 件即可自动报价')).toBeDefined();
  expect(card.getByText('参考价').nextSibling?.textContent).toBe('¥709.95');
  const panel = within(summaryPanel());
  expect(await panel.findByText('1 种待人工报价')).toBeDefined();
  expect(panel.queryByRole('button', { name: /提交订单|保存报价/ })).toBeNull();
  await user.click(card.getByRole('button', { name: '改为 5 件' }));
  expect(panel.getByRole('button', { name: '提交订单' })).toBeDefined();
  expect(card.queryByText('批量请先询价')).toBeNull();
});

test('a hidden price is nowhere on the page, and does not count in the request', async () => {
  saveDraft({ userId: 7, orderId: null }, [
    buildFields({ num: '10' }),
    buildFields({ name: '长轴', num: '20' }),
  ]);
  const rule = buildRule({ kind: 'pieces', pieces: 15, priceDisplay: 'hidden' });
  const { user, sent } = await renderQuote({
    server: { ...reviewedBy(rule), 'POST /order': () => ok(44, '提交成功') },
  });
  const card = within(partCard('长轴'));
  await card.findByText('数量较大，由我们核算后报价');
  expect(card.getByText('由我们人工报价，提交询价即可')).toBeDefined();
  for (const text of ['小计', '参考价', '价格说明']) expect(card.queryByText(text)).toBeNull();
  expect(card.queryByRole('table')).toBeNull();
  const panel = within(summaryPanel());
  expect(panel.getByText('参考价').nextSibling?.textContent).toBe('¥709.95');
  expect(await panel.findByText('1 种自动报价，1 种待人工报价')).toBeDefined();
  await user.click(panel.getByRole('button', { name: '提交询价' }));
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  expect(bodies(sent)).toMatchObject([{ status: 'requested', price: '709.95', items: [{}, { num: 20 }] }]);
});

test('a rule of the whole order hides every price until its suggestion is taken', async () => {
  const rule = buildRule({ kind: 'amount', amountYuan: 500, priceDisplay: 'hidden' });
  const { user } = await renderQuote({ server: reviewedBy(rule) });
  const panel = within(summaryPanel());
  expect(await panel.findByText('订单金额较大，由我们核对后报价')).toBeDefined();
  expect(document.body.textContent).not.toContain('709.95');
  const lift = panel.getByText(/^订单金额超过 ¥500，零件 1 的数量减到 \d+ 件即可自动报价$/);
  expect(lift).toBeDefined();
  await user.click(panel.getByRole('button', { name: /^改为 \d+ 件$/ }));
  expect(panel.getByRole('button', { name: '提交订单' })).toBeDefined();
  expect(panel.getByText('合计').nextSibling?.textContent).toMatch(/^¥4\d\d\./);
});

test('an order that only the server sends to review becomes a request in its confirmation, and the rules are reloaded', async () => {
  const msg = '零件 1：模型不封闭，需要人工报价，请提交询价';
  const answers = [refusal(422, msg, 'order.needs_review', { data: { gates: [] } }), ok(44, '提交成功')];
  const { user, sent, address } = await renderQuote({ server: { 'POST /order': () => answers.shift()! } });
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await user.type(dialog().getByLabelText('联系人'), '张工');
  await confirmOrder(user);
  expect(await dialog().findByText(msg)).toBeDefined();
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  expect(bodies(sent)).toMatchObject([{ status: 'placed' }, { status: 'requested', contactName: '张工' }]);
  expect(address()).toBe('/order/success?id=44');
  await waitFor(() =>
    expect(sent.filter(({ url }) => url.startsWith('/gate-rule/table')).length).toBeGreaterThan(1),
  );
});
