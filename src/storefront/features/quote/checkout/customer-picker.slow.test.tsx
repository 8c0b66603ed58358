import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { customer } from '#storefront/app/app.test-data.tsx';
import { loadDraft } from '../draft/storage/draft-storage.ts';
import { defaultConfig, renderQuote } from '../render-quote.test-data.tsx';
import {
  typeName,
  chosen,
  other,
  forZhang,
  choose,
  fillPart,
  length,
  found,
} from './customer-picker.test-data.tsx';

test('Enter picks the only customer found', async () => {
  const { user } = await typeName(found.slice(0, 1));
  await user.keyboard('{Enter}');
  expect(await screen.findByText(chosen)).toBeTruthy();
});

test('the page for a customer does not open when the customer’s prices cannot be loaded', async () => {
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

test('parts typed before a customer is chosen move along, unless the customer has a draft, which opens instead', async () => {
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
