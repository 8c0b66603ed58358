import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { password, startCustomers } from '#tests/support/data/customers.ts';
import { confirmOrder, fillStartPart, signInOn, type Journey } from '#tests/support/browser/journey.ts';
import type { Person } from '#tests/support/data/people.ts';

let journey: Journey;
let addCustomer: () => Promise<Person>;
beforeAll(async () => {
  ({ journey, addCustomer } = await startCustomers());
  for (const rule of [
    { kind: 'envelope', length: 1000, width: 600, height: 500, priceDisplay: 'reference' },
    { kind: 'pieces', pieces: 5000, priceDisplay: 'hidden' },
  ]) {
    const body = { ...rule, sort: 1, status: 2 };
    const answer = await journey.app.send('POST', '/gate-rule', { as: 'admin', body });
    if (answer.status !== 200) throw new Error(answer.msg);
  }
});
afterAll(() => journey.close());

const dialog = (page: Page) => page.getByRole('dialog');

test('a bar of two metres needs a review, shows how to avoid it, and is requested, offered and accepted', async () => {
  const person = await addCustomer();
  const { page, faults } = await journey.open();
  await page.goto('/');
  await signInOn(page, person.username, password);
  await fillStartPart(page, 6000);
  await page.getByLabel('零件名称').fill('长轴');
  const part = page.getByRole('region', { name: '长轴' });
  await part.getByText('数量 6000 件超过 5000 件，数量减到 5000 件即可自动报价').waitFor();
  await part.getByText('由我们人工报价，提交询价即可').waitFor();
  expect(await part.getByText('价格说明').count()).toBe(0);
  await expectAccessible(page, 'a hidden price');
  await part.getByRole('button', { name: '改为 5000 件' }).click();
  await page.getByRole('button', { name: '提交订单' }).waitFor();

  await part.getByLabel('长度').fill('2000');
  await part.getByLabel('数量', { exact: true }).fill('2');
  await part.getByText(/^长 2000 mm 超过 1000 mm，分成 2 段（每段 1000 mm）即可自动报价$/).waitFor();
  await part.getByText('参考价', { exact: true }).waitFor();
  await expectAccessible(page, 'a reference price');
  await page.getByRole('button', { name: '提交询价' }).click();
  await dialog(page).getByRole('button', { name: '提交询价' }).click();
  await page.getByRole('heading', { name: '询价已提交' }).waitFor();
  await page.getByRole('link', { name: '查看询价' }).click();
  await page.getByText(/需要人工报价：零件 1：长 2000 mm 超过 1000 mm/).waitFor();
  await expectAccessible(page, 'the request');

  const id = await newestOrder(person);
  const asked = await read(person, id);
  expect(asked.gates).toMatchObject([{ kind: 'envelope', lineNo: 1 }]);
  const body = { lines: [], version: asked.version };
  const offer = await journey.app.send('POST', `/order/${id}/offer`, { as: 'admin', body });
  expect(offer.status, offer.msg).toBe(200);
  await page.goto(`/order/details/${id}`);
  await page.getByRole('button', { name: '接受报价并下单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  expect(await read(person, id)).toMatchObject({ status: 'placed', revision: 2, price: asked.price });
  expect(faults).toEqual([]);
});

async function newestOrder({ token }: Person): Promise<number> {
  const answer = await journey.app.send('GET', '/order', { token });
  return (answer.data as { list: { id: number }[] }).list[0]?.id ?? 0;
}

async function read({ token }: Person, id: number): Promise<OrderWithExt> {
  return (await journey.app.send('GET', `/order/${id}/withExt`, { token })).data;
}
