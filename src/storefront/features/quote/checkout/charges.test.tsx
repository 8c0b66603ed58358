import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { quotedFigures } from '#contract/orders/quotes.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { buildMaterial, catalogue } from '../draft/fixtures.test-data.ts';
import { confirmOrder, partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

const chargedBy = (...rules: ChargeRule[]) => ({
  'GET /charge-rule/table': () => ok({ rules: rules.map(ruleInYuan) }),
});
const setup = buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000 });
const discount = buildChargeRule({ id: 2, kind: 'discount', basis: 'percent', percent: 10 });
const bodies = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);
const rowsOf = (list: HTMLElement) => [...list.children].map(({ textContent }) => textContent);

test('charges are listed with their basis and count in the total and the order; the price of the part is unchanged', async () => {
  const { user, sent } = await renderQuote({
    server: { ...chargedBy(setup, discount), 'POST /order': () => ok(44, '提交成功') },
  });
  const panel = within(summaryPanel());
  const list = await panel.findByRole('list', { name: '附加费与折扣' });
  expect(rowsOf(list)).toEqual([
    '编程开机费1 种零件 × ¥50.00¥50.00',
    '折扣 10%零件合计 ¥709.95 的 10%-¥71.00',
  ]);
  expect(panel.getByText('合计').nextSibling?.textContent).toBe('¥688.95');
  expect(within(partCard('零件 1')).getByText('小计').nextSibling?.textContent).toContain('¥709.95');
  await user.click(panel.getByRole('button', { name: '提交订单' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('编程开机费').closest('div')?.textContent).toBe(
    '编程开机费1 种零件 × ¥50.00¥50.00',
  );
  await confirmOrder(user);
  await screen.findByText('另一页');
  expect(bodies(sent)).toMatchObject([{ status: 'placed', price: '688.95' }]);
});

test('charges follow the quantity and are printed with seller, tax, unit prices and validity', async () => {
  const piece = buildChargeRule({ id: 3, kind: 'packing', basis: 'piece', amountFen: 150 });
  const shop = ok({ 'company.name': '某某精工', 'quote.taxNote': '含 13% 增值税', 'quote.validDays': '15' });
  const { user } = await renderQuote({ server: { ...chargedBy(piece), 'GET /app-config': () => shop } });
  const panel = within(summaryPanel());
  expect(await panel.findByText('10 件 × ¥1.50')).toBeDefined();
  await user.type(within(partCard('零件 1')).getByLabelText('数量'), '100');
  expect(await panel.findByText('100 件 × ¥1.50')).toBeDefined();
  globalThis.dispatchEvent(new Event('beforeprint'));
  expect(await screen.findByRole('row', { name: '包装费 100 件 × ¥1.50 ¥150.00' })).toBeDefined();
  const sheet = within(screen.getByRole('heading', { name: '某某精工' }).closest('article')!);
  expect(sheet.getByText('含 13% 增值税')).toBeDefined();
  expect(sheet.getByRole('row', { name: /^零件 1.*¥\d+\.\d+ ¥[\d,]+\.\d\d$/ })).toBeDefined();
  expect(sheet.getByText(/当日保存为报价单后有效期至 \d{4}-\d\d-\d\d/)).toBeDefined();
  globalThis.dispatchEvent(new Event('afterprint'));
});

test('a charge unknown to the page must be accepted before the order is placed', async () => {
  const material = buildMaterial();
  const item = { material: 1, num: 10, length: 120, width: 60, height: 20, process_10: 13 } as const;
  const figures = quotedFigures(priceItem(material, item, catalogue.cncPrice));
  const quotation = {
    items: [{ ...figures, ladder: [], unpriced: [] }],
    charges: [{ kind: 'packing', label: '包装费', amount: 20, reason: '每单 ¥20.00', by: '', ruleId: 5 }],
    price: '729.95',
    delivery_time: 5,
    promisedDate: '2026-12-01',
    gates: [],
  };
  const answers = [
    refusal(409, '价格已更新', 'order.price_changed', { data: quotation }),
    ok(45, '提交成功'),
  ];
  const { user, sent } = await renderQuote({ server: { 'POST /order': () => answers.shift()! } });
  await user.click(within(summaryPanel()).getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  const row = await screen.findByRole('row', { name: /^包装费/ });
  expect(row.textContent).toBe('包装费—¥20.00');
  await user.click(screen.getByRole('button', { name: '接受新价格并提交' }));
  await screen.findByText('另一页');
  expect(bodies(sent)).toMatchObject([{ price: '709.95' }, { price: '729.95' }]);
});
