import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { backOfficeOf, type BackOffice } from '#tests/support/browser/back-office.ts';
import { expectFitsPhone, password } from '#tests/support/data/customers.ts';
import { png, samples } from '#tests/support/data/files.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { addPerson } from '#tests/support/data/people.ts';

let journey: Journey;
let office: BackOffice;
let passwordHash: string;
beforeAll(async () => {
  [journey, passwordHash] = await Promise.all([startJourney(), hashPassword(password)]);
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

const drawing = { name: '支架 图纸.pdf', mimeType: 'application/pdf', buffer: samples.pdf };
const photo = { name: '样品.png', mimeType: 'image/png', buffer: png(300, 200) };
const disguised = {
  name: '报价.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('<!DOCTYPE html><script>alert(1)</script>'),
};

async function openAsCustomer(options: Parameters<Journey['open']>[0]) {
  const person = await addPerson(journey.app, { roleKey: 'customer', user: { passwordHash } });
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, person.username, password);
  await opened.page.getByRole('region', { name: '零件 1' }).waitFor();
  await fillStartPart(opened.page);
  return { ...opened, person };
}

/** The bytes and the name of the file that a click downloads. */
async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('drawings stay with the part after a reload, in the order and in the back office', async () => {
  const { page, faults } = await openAsCustomer({ expectedStatuses: [400] });
  const part = page.getByRole('region', { name: '零件 1' });
  await page.getByRole('status', { name: '合计' }).getByText('¥').waitFor({ state: 'attached' });
  const before = await page.getByRole('complementary', { name: '报价单' }).textContent();
  await part.getByRole('button', { name: '添加图纸' }).click();
  await part.getByLabel('选择附件').setInputFiles([drawing, disguised, photo]);
  await part.getByRole('button', { name: '移除 样品.png' }).waitFor();
  // The refused file shows a reason, and the other uploads continued.
  await part.getByText(/^不支持的文件：只接受内容为 PDF/).waitFor();
  await expect.poll(() => part.getByRole('progressbar').count()).toBe(0);
  await expect.poll(() => part.locator('img').count()).toBe(1);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.getByText('还有附件没有上传完成：请等待、重试或移除').waitFor();
  await part.getByRole('button', { name: '移除 报价.pdf' }).click();
  expect(await page.getByRole('complementary', { name: '报价单' }).textContent()).toBe(before);

  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('样品.png');
  await page.reload();
  await part.getByRole('button', { name: '移除 样品.png' }).waitFor();
  await part.getByRole('button', { name: '移除 支架 图纸.pdf' }).waitFor();
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);

  await page.goto(`/order/details/${id}`);
  await expect.poll(() => page.getByRole('list', { name: '图纸附件' }).locator('img').count()).toBe(1);
  await expectFitsPhone(page);
  const own = await saved(page, '下载 支架 图纸.pdf');
  expect(own.name).toBe('支架 图纸.pdf');
  expect(own.bytes.equals(samples.pdf)).toBe(true);
  expect(faults).toEqual([]);

  const shop = await office.open(`/admin/user/order/${id}`);
  const list = shop.page.getByRole('list', { name: '图纸附件' });
  await list.getByText('样品.png').waitFor();
  await expect.poll(() => list.locator('img').count()).toBe(1);
  const theirs = await saved(shop.page, '下载 样品.png');
  expect(theirs.bytes.equals(photo.buffer)).toBe(true);
  expect(shop.faults).toEqual([]);
  await shop.context.close();
  await page.context().close();
});

test('an edited quotation keeps its drawings', async () => {
  const { page, faults } = await openAsCustomer({});
  await page.getByLabel('零件名称').fill('支架');
  const part = page.getByRole('region', { name: '支架' });
  await part.getByRole('button', { name: '添加图纸' }).click();
  await part.getByLabel('选择附件').setInputFiles([drawing]);
  await part.getByRole('button', { name: '移除 支架 图纸.pdf' }).waitFor();
  await expect.poll(() => part.getByRole('progressbar').count()).toBe(0);
  await page.getByRole('button', { name: '保存报价' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.waitForURL(/\/order\/details\//);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await page.getByRole('button', { name: '下载 支架 图纸.pdf' }).waitFor();

  await page.goto(`/mfr/${id}`);
  await part.getByRole('button', { name: '移除 支架 图纸.pdf' }).waitFor();
  await part.getByLabel('选择附件').setInputFiles([photo]);
  await part.getByRole('button', { name: '移除 样品.png' }).waitFor();
  await expect.poll(() => part.getByRole('progressbar').count()).toBe(0);
  await page.getByRole('button', { name: /^保存/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.waitForURL(/\/order\/details\//);
  await page.getByRole('button', { name: '下载 样品.png' }).waitFor();
  await page.getByRole('button', { name: '下载 支架 图纸.pdf' }).waitFor();
  expect(faults).toEqual([]);
});
