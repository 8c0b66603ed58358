import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import { yuanText } from '#domain/money.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { loadDraft } from '../draft/storage/draft-storage.ts';
import { catalogue } from '../draft/fixtures.test-data.ts';
import {
  dialog,
  typeName,
  chosen,
  other,
  forZhang,
  agreed,
  choose,
  fillPart,
  length,
} from './customer-picker.test-data.tsx';

const field = () => dialog().getByRole<HTMLInputElement>('combobox', { name: '代客户询价' });

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

test('arrow keys and Enter pick a customer, whose page opens with the parts at that customer’s prices', async () => {
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

test('a page for a customer asks for the customer first, uses their defaults and prices, and shows their name up to the request', async () => {
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

test('a page for a customer sends only requests: an order or quotation would be in the name of the member of staff', async () => {
  const page = await forZhang();
  const offered = () =>
    ['提交订单', '保存报价', '请人工报价'].map(
      (name) => screen.queryAllByRole('button', { name }).length > 0,
    );
  await screen.findByRole('combobox', { name: '代客户询价' });
  await fillPart(page);
  expect(offered()).toEqual([false, false, true]);
  await choose(page, chosen);
  expect(offered()).toEqual([false, false, true]);
});

test('a draft for one customer appears only on the page for that customer, and is still there on return', async () => {
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
