import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeKernel, partMaker, type PartMaker } from '#geometry/kernel/parts.test-data.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import {
  backOfficeOf,
  choose,
  expectMessage,
  waitForClosedDialogs,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { expectFitsPhone, password } from '#tests/support/data/customers.ts';
import { confirmOrder, signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { addPerson } from '#tests/support/data/people.ts';

let journey: Journey;
let office: BackOffice;
let passwordHash: string;
let make: PartMaker;
beforeAll(async () => {
  [journey, passwordHash] = await Promise.all([startJourney(), hashPassword(password)]);
  office = backOfficeOf(journey);
  make = partMaker(await nodeKernel().occt());
});
afterAll(() => journey.close());

/** Takes these models as the file dialog gives them. */
const take = (page: Page, files: readonly { name: string; step: Uint8Array }[]): Promise<void> =>
  page
    .getByLabel('选择模型或图纸')
    .first()
    .setInputFiles(
      files.map(({ name, step }) => ({ name, mimeType: 'model/step', buffer: Buffer.from(step) })),
    );

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const stockOf = (page: Page, name: string) => part(page, name).getByRole('region', { name: /^下料毛坯/ });
const figure = (page: Page, name: string, text: string) =>
  stockOf(page, name).getByRole('definition').filter({ hasText: text });

test('the next part is sawn from a size that the shop adds, unless another one is chosen', async () => {
  const admin = await office.open('/admin/stock-sizes');
  await admin.page.getByRole('button', { name: '新增毛坯规格' }).click();
  const drawer = admin.page.getByRole('dialog');
  await choose(admin.page, drawer.getByLabel('形状'), '圆棒');
  await drawer.getByLabel('直径').waitFor();
  expect(await drawer.getByLabel('厚度').count()).toBe(0);
  await choose(admin.page, drawer.getByLabel('形状'), '板材');
  await choose(admin.page, drawer.getByLabel('材料分类'), '铝合金');
  await drawer.getByLabel('厚度').fill('24');
  await drawer.getByLabel('排序').fill('1');
  await admin.page.keyboard.press('Control+s');
  await expectMessage(admin.page, '创建成功');
  await waitForClosedDialogs(admin.page);
  await admin.page.getByText('板材 厚 24 mm').first().waitFor();

  const person = await addPerson(journey.app, { roleKey: 'customer', user: { passwordHash } });
  const { page, faults } = await journey.open();
  await page.goto('/');
  await signInOn(page, person.username, password);
  await part(page, '零件 1').waitFor();
  const plate = make.cut(make.box([60, 120, 20]), make.cylinder(20, 20, [30, 60, 0]));
  await take(page, [
    { name: '底板.step', step: make.step(plate) },
    { name: '销轴.step', step: make.step(make.cylinder(8, 90, [0, 0, 0], [1, 0, 0])) },
  ]);
  for (const name of ['底板', '销轴']) {
    await part(page, name).getByText('取自模型', { exact: true }).waitFor();
    await part(page, name).getByRole('button', { name: '价格说明' }).click();
    await stockOf(page, name).waitFor();
  }
  // 120 × 60 × 20 mm and 1.5 mm on each side, with 118,867 mm³ in the part; Ø16 × 90 mm and 1 mm.
  for (const text of ['板材 厚 24 mm，下料 123×63 mm', '63.9%', '321 g'])
    await figure(page, '底板', text).waitFor();
  await figure(page, '销轴', '圆棒 Ø18 mm，下料长 92 mm').waitFor();
  const total = page.getByRole('status', { name: '合计' });
  // Announced a moment after the second part has its price.
  await expect.poll(() => total.textContent()).toContain('¥197.00');
  const before = await total.textContent();
  await stockOf(page, '底板')
    .getByLabel('改用其他毛坯')
    .selectOption({ label: '板材 厚 30 mm，下料 123×63 mm' });
  await stockOf(page, '底板').getByText('手工').waitFor();
  await expect.poll(() => total.textContent()).toBe(before);

  // The choice survives a reload and goes with the order.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('stockSizeId');
  await page.reload();
  await part(page, '底板').getByRole('button', { name: '价格说明' }).click();
  await stockOf(page, '底板').getByText('手工').waitFor();
  await expectFitsPhone(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  const id = new URL(page.url()).searchParams.get('id');
  await page.goto(`/order/details/${id}`);
  await page.getByText('价格说明').first().click();
  await page.getByText('板材 厚 30 mm，下料 123×63 mm').waitFor();

  await admin.page.goto(`/admin/user/order/${id}`);
  // A part whose model is pending is already expanded.
  const head = admin.page.getByRole('button', { name: /底板/ }).first();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  const restored = admin.page.getByRole('region', { name: '零件 1 的下料毛坯' });
  await restored.getByText('板材 厚 30 mm，下料 123×63 mm').waitFor();
  await restored.getByText('手工').waitFor();
  expect([...faults, ...admin.faults]).toEqual([]);
  await page.context().close();
  await admin.page.context().close();
});
