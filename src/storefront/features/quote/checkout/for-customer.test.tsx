import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlaceOrder } from '#contract/orders.ts';
import type { DeskCustomer } from '#contract/quote-desk.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { yuanText } from '#domain/money.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { customer } from '#storefront/app/app.test-data.tsx';
import { loadDraft } from '../draft/draft-storage.ts';
import { catalogue } from '../draft/fixtures.test-data.ts';
import { defaultConfig, renderQuote } from '../render-quote.test-data.tsx';

const found: DeskCustomer[] = [
  { userId: 21, username: 'zhang', nickName: '张工', company: '甲公司' },
  { userId: 22, username: 'zhao', nickName: '赵工', company: '乙公司' },
];

const dialog = () => within(screen.getByRole('dialog'));
const field = () => dialog().getByRole<HTMLInputElement>('combobox', { name: '代客户询价' });

/** The confirmation of a request, open for staff who have typed part of a name. */
async function typeName(hits = found) {
  const page = await renderQuote({
    server: {
      'GET /getinfo': () => ok({ ...customer, permissions: [OFFER_PERMISSION] }),
      'GET /quote-desk/customers': () => ok(hits),
      'POST /order': () => ok(44, '提交成功'),
    },
  });
  await page.user.click(screen.getByRole('button', { name: '请人工报价' }));
  await page.user.type(await dialog().findByRole('combobox', { name: '代客户询价' }), '公司');
  await dialog().findAllByRole('option');
  const orders = () => page.sent.filter(({ method, url }) => method === 'POST' && url === '/order');
  return {
    ...page,
    orders,
    submit: () => page.user.click(dialog().getByRole('button', { name: '提交询价' })),
  };
}

test('a name without a chosen customer is refused, and its field gets the focus', async () => {
  const { user, submit, orders } = await typeName();
  await submit();
  expect(dialog().getByText(/还没有选定客户/)).toBeTruthy();
  expect(document.activeElement).toBe(field());
  expect(orders()).toHaveLength(0);
  await user.clear(field());
  expect(dialog().queryByText(/还没有选定客户/)).toBeNull();
  await submit();
  await screen.findByText('另一页');
  expect(orders()[0]?.body).not.toHaveProperty('forUserId');
});

test('arrow keys choose a customer, Enter picks the chosen one, and its page opens with the parts and its prices', async () => {
  const { user, submit, orders, address } = await typeName();
  await user.keyboard('{Enter}');
  expect(field().value).toBe('公司');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  const second = dialog().getByRole('option', { name: '乙公司 · 赵工（zhao）' });
  expect(second.getAttribute('aria-selected')).toBe('true');
  expect(field().getAttribute('aria-activedescendant')).toBe(second.id);
  await submit();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('乙公司 · 赵工（zhao）')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '更换' }));
  expect(await screen.findByText('已换成乙公司的价格，请核对后提交')).toBeTruthy();
  expect(address()).toBe('/?for=zhao');
  expect(loadDraft({ userId: 7, orderId: null })).toBeUndefined();
  await user.click(screen.getByRole('button', { name: '请人工报价' }));
  expect(dialog().getByText('乙公司 · 赵工（zhao）')).toBeTruthy();
  expect(dialog().queryByRole('button', { name: '更换' })).toBeNull();
  await submit();
  await screen.findByText('另一页');
  expect(orders()[0]?.body).toMatchObject({ forUserId: 22 });
});

test('Enter picks the only customer found', async () => {
  const { user } = await typeName(found.slice(0, 1));
  await user.keyboard('{Enter}');
  expect(await screen.findByText(chosen)).toBeTruthy();
});

const chosen = '甲公司 · 张工（zhang）';
const other = '乙公司 · 赵工（zhao）';
/** A page on which 张工 has other defaults and half the machining prices. */
const forZhang = (path = '/?for=') =>
  renderQuote({
    path,
    start: 'blank',
    server: {
      'GET /getinfo': () => ok({ ...customer, permissions: [OFFER_PERMISSION] }),
      'GET /quote-desk/customers': () => ok(found),
      'GET /material_process/default_config': ({ url }) =>
        ok(
          url.endsWith('?forUserId=21') ? { ...defaultConfig, material: 3, cncPrice: agreed } : defaultConfig,
        ),
      'GET /charge-rule/table': () => ok({ rules: [setup] }),
      'POST /quote/repeats': () => ok([false]),
      'POST /order': () => ok(44, '提交成功'),
    },
  });
const setup = buildChargeRule({ kind: 'setup', basis: 'line', amount: 50, onRepeat: 'waived' });
const agreed = Object.fromEntries(Object.entries(catalogue.cncPrice).map(([tag, price]) => [tag, price / 2]));

type Page = Awaited<ReturnType<typeof forZhang>>;
async function choose({ user }: Page, title: string) {
  const change = screen.queryByRole('button', { name: '更换' });
  if (change) await user.click(change);
  await user.type(await screen.findByRole('combobox', { name: '代客户询价' }), '公司');
  await user.click(await screen.findByRole('option', { name: title }));
  await screen.findByText(title);
}
async function fillPart({ user }: Page) {
  for (const label of ['长度', '宽度', '高度', '数量']) await user.type(screen.getByLabelText(label), '10');
}
const length = () => screen.getByLabelText<HTMLInputElement>('长度').value;

test('a page for a customer has the customer chosen first, its defaults and prices, and its name in sight up to the request', async () => {
  const page = await forZhang();
  const { user, sent } = page;
  await choose(page, chosen);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /7075/ }).checked).toBe(true);
  await fillPart(page);
  await user.click(screen.getByRole('button', { name: '请人工报价' }));
  expect(dialog().getByText(chosen)).toBeTruthy();
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  const [order] = sent.filter(({ method, url }) => method === 'POST' && url === '/order');
  const material = catalogue.materials.find(({ id }) => id === 3)!;
  const { items } = order!.body as PlaceOrder;
  const price = (cncPrice: CncPrice) => yuanText(priceItem(material, items[0]!, cncPrice).subTotalFen + 5000);
  expect(order!.body).toMatchObject({ forUserId: 21, price: price(agreed) });
  expect(price(agreed)).not.toBe(price(catalogue.cncPrice));
  expect(sent.some(({ url }) => url === '/gate-rule/table?forUserId=21')).toBe(true);
  expect(sent.find(({ url }) => url === '/quote/repeats')?.body).toMatchObject({ forUserId: 21 });
});

test('without the prices of the customer its page does not open', async () => {
  const page = await renderQuote({
    path: '/?for=',
    start: 'blank',
    server: {
      'GET /getinfo': () => ok({ ...customer, permissions: [OFFER_PERMISSION] }),
      'GET /quote-desk/customers': () => ok(found),
      'GET /material_process/default_config': ({ url }) =>
        url.endsWith('?forUserId=21') ? refusal(400, '没有这个客户') : ok(defaultConfig),
    },
  });
  await page.user.type(await screen.findByRole('combobox', { name: '代客户询价' }), '甲');
  await page.user.click(await screen.findByRole('option', { name: chosen }));
  expect(await screen.findByText('没有这个客户')).toBeTruthy();
  expect(page.address()).toBe('/?for=');
});

test('what is typed for one customer is not on the page of another, nor on that of the member of staff, and waits for the customer', async () => {
  const page = await forZhang('/?for=zhang');
  await screen.findByText(chosen);
  await fillPart(page);
  await choose(page, other);
  expect(length()).toBe('');
  expect(loadDraft({ userId: 7, orderId: null })).toBeUndefined();
  expect(loadDraft({ userId: 7, orderId: null, forUserId: 22 })).toBeUndefined();
  await choose(page, chosen);
  expect(length()).toBe('10');
});

test('parts typed before a customer is chosen go along, unless the customer has unsent ones, which are opened', async () => {
  const page = await forZhang();
  await screen.findByRole('combobox', { name: '代客户询价' });
  await fillPart(page);
  await choose(page, other);
  expect(length()).toBe('10');
  await page.user.click(screen.getByRole('button', { name: '更换' }));
  expect(length()).toBe('');
  await page.user.type(screen.getByLabelText('长度'), '77');
  await choose(page, other);
  expect(length()).toBe('10');
  expect(screen.getByText('乙公司有一份没有提交的询价，已经打开；刚才的零件留在原来的页面')).toBeTruthy();
  expect(loadDraft({ userId: 7, orderId: null, forUserId: 0 })).toMatchObject([{ length: '77' }]);
});
