import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { expectFitsPhone, password } from '#tests/support/data/customers.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { pageCountOf } from '#tests/support/data/pdf-text.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { photographedStamp, stamp } from '#tests/support/data/seal-pictures.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
let passwordHash: string;
let photograph: Buffer;
beforeAll(async () => {
  [journey, passwordHash, photograph] = await Promise.all([
    startJourney(),
    hashPassword(password),
    // 20 megapixels.
    photographedStamp(4500),
  ]);
});
afterAll(() => journey.close());

const addCustomer = () =>
  addPerson(journey.app, { roleKey: 'customer', user: { passwordHash, companyTitle: '示例客户公司' } });

async function open({ username }: Person, address: string, options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto(address);
  await signInOn(opened.page, username, password);
  return opened;
}

async function order({ token }: Person): Promise<number> {
  const body = await buildOrder(journey.app, { token }, [buildItem(await readCatalogue(journey.app))]);
  return Number((await place(journey.app, { token }, body)).data);
}

/** Red, green, blue and alpha of an image on the page at a point, 0…1 from left and top. */
async function pixelOf(page: Page, name: string, [x, y]: readonly [number, number]): Promise<number[]> {
  const address = await page.getByAltText(name, { exact: true }).last().getAttribute('src');
  const picture = sharp(Buffer.from(address!.split(',')[1]!, 'base64')).ensureAlpha();
  const { width, height } = await picture.metadata();
  const area = { left: Math.floor(width * x), top: Math.floor(height * y), width: 1, height: 1 };
  return [...(await picture.extract(area).raw().toBuffer())];
}

/** The seal as it would be sent. */
async function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  const address = await page.getByAltText('印章图样', { exact: true }).getAttribute('src');
  const { width, height } = await sharp(Buffer.from(address!.split(',')[1]!, 'base64')).metadata();
  return { width, height };
}

const isRed = ([red = 0, green = 0, blue = 0, alpha = 0]: number[]) =>
  alpha > 200 && red > 150 && green < 90 && blue < 90;

async function drawStroke(page: Page, from: number): Promise<void> {
  const pad = page.getByRole('img', { name: /手写区/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox())!;
  await page.mouse.move(x + from, y + 40);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1)
    await page.mouse.move(x + from + step * 4, y + 40 + (step % 4) * 24);
  await page.mouse.up();
}

test('a seal is extracted from a photograph, previewed on the sheet, saved, printed and removed', async () => {
  const person = await addCustomer();
  const { page, faults } = await open(person, '/user/signSeal');
  await page.getByText('还没有印章。').waitFor();
  await page.getByText(/不是 CA 数字签名；可以作为凭据的是报价单上的验证码/).waitFor();
  expect(await page.getByRole('button', { name: '保存印章' }).isDisabled()).toBe(true);

  const choose = page.getByLabel('选择图片');
  await choose.setInputFiles({
    name: '印章.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await page.getByRole('alert').getByText('只接受 PNG 或 JPEG 图片').waitFor();
  await choose.setInputFiles({ name: '印章.jpg', mimeType: 'image/jpeg', buffer: photograph });
  await page.getByAltText('印章图样', { exact: true }).waitFor();
  // The paper is transparent in the light and the dark corner; the star remains.
  expect((await pixelOf(page, '印章图样', [0.02, 0.02]))[3]).toBe(0);
  expect((await pixelOf(page, '印章图样', [0.98, 0.98]))[3]).toBe(0);
  expect(isRed(await pixelOf(page, '印章图样', [0.5, 0.5]))).toBe(true);

  const slider = page.getByRole('slider', { name: '去除强度' });
  await slider.focus();
  const before = await page.getByAltText('印章图样', { exact: true }).getAttribute('src');
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider.inputValue()).toBe('42');
  await expect
    .poll(async () => (await page.getByAltText('印章图样', { exact: true }).getAttribute('src')) === before)
    .toBe(false);
  await page.getByLabel('去除背景').uncheck();
  await expect.poll(async () => (await pixelOf(page, '印章图样', [0.02, 0.02]))[3]).toBe(255);
  await page.getByLabel('去除背景').check();
  await page.getByLabel('只保留红色印迹').check();
  await page.getByRole('button', { name: '保存印章' }).click();
  await page.getByRole('region', { name: '当前印章' }).waitFor();
  expect(isRed(await pixelOf(page, '印章图样', [0.5, 0.5]))).toBe(true);
  await expectFitsPhone(page);

  const id = await order(person);
  await page.goto(`/order/quotation/${id}`);
  const sheet = page.getByRole('article');
  await sheet.getByAltText('示例客户公司的印章图样').waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 PDF' }).click();
  const file = await readFile(await (await waiting).path());
  expect(file.toString('latin1')).toContain('/Subtype /Image');
  expect(file.length).toBeLessThan(400 * 1024);

  await page.goto('/user/signSeal');
  await page.getByRole('button', { name: '移除印章' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保留' }).click();
  await page.getByRole('button', { name: '移除印章' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认移除' }).click();
  await page.getByText('还没有印章。').waitFor();
  // Documents issued with the seal keep it.
  await page.goto(`/order/quotation/${id}`);
  await sheet.getByAltText('示例客户公司的印章图样').waitFor();
  await page.goto(`/order/quotation/${await order(person)}`);
  await sheet.getByText('客户确认（签章）').waitFor();
  expect(await sheet.getByAltText('示例客户公司的印章图样').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a seal is drawn stroke by stroke', async () => {
  const person = await addCustomer();
  const { page, faults } = await open(person, '/user/signSeal');
  await page.getByText('手写签名', { exact: true }).click();
  await page.getByRole('img', { name: /手写区/ }).waitFor();
  expect(await page.getByRole('button', { name: '撤销一笔' }).isDisabled()).toBe(true);
  await page.getByText('粗', { exact: true }).click();
  await page.getByText('红色', { exact: true }).click();
  await drawStroke(page, 30);
  const picture = page.getByAltText('印章图样', { exact: true });
  await picture.waitFor();
  const one = await sizeOf(page);
  await drawStroke(page, 130);
  await expect.poll(async () => (await sizeOf(page)).width).toBeGreaterThan(one.width + 100);
  await page.getByRole('button', { name: '撤销一笔' }).click();
  await expect.poll(() => sizeOf(page)).toEqual(one);
  await page.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => picture.count()).toBe(0);
  await drawStroke(page, 60);
  await page.getByRole('button', { name: '保存印章' }).click();
  await page.getByRole('region', { name: '当前印章' }).waitFor();
  const { data } = await journey.app.send('GET', '/user/seal', { token: person.token });
  expect((data as { image: string }).image).toMatch(/^data:image\/png;base64,/);
  await expectFitsPhone(page);
  expect(faults).toEqual([]);
});

test('an avatar is in the profile and in the server’s account data', async () => {
  const person = await addCustomer();
  const { page, faults } = await open(person, '/user/profile');
  await page.getByRole('button', { name: '上传头像' }).waitFor();
  await page
    .getByLabel('上传头像')
    .setInputFiles({ name: '我.jpg', mimeType: 'image/jpeg', buffer: photograph });
  await page.getByAltText('我的头像').waitFor();
  const { data } = await journey.app.send('GET', '/getinfo', { token: person.token });
  expect((data as { avatar: string }).avatar).toMatch(/^data:image\/png;base64,/);
  await page.locator('header button img').waitFor();
  await expectFitsPhone(page);
  await page.getByRole('button', { name: '移除头像' }).click();
  await page.getByRole('button', { name: '上传头像' }).waitFor();
  expect(await page.getByAltText('我的头像').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the shop’s seal is a setting and appears on documents issued after it was saved', async () => {
  const person = await addCustomer();
  const { page, faults } = await journey.open();
  await page.goto('/admin/sys-config/set');
  await signInOn(page, 'admin', testPasswords.admin);
  await page.getByRole('button', { name: '单位印章：选择图片' }).click();
  const uri = await stamp(600);
  await page.getByLabel('单位印章的图片').setInputFiles({
    name: 's.png',
    mimeType: 'image/png',
    buffer: Buffer.from(uri.split(',')[1]!, 'base64'),
  });
  await page.getByAltText('预览').waitFor();
  await page.getByRole('button', { name: '使用这张图片' }).click();
  await page.getByAltText('单位印章的图样').waitFor();
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await page.getByText('没有修改').waitFor();
  await page.reload();
  await page.getByAltText('单位印章的图样').waitFor();
  expect(faults).toEqual([]);

  const customer = await open(person, `/order/quotation/${await order(person)}`);
  await customer.page.getByRole('article').getByAltText('智造报价的印章图样').waitFor();
  await customer.page.emulateMedia({ media: 'print' });
  expect(pageCountOf(await customer.page.pdf({ preferCSSPageSize: true }))).toBe(1);
  expect(customer.faults).toEqual([]);
});

const setOpen = (value: 'on' | 'off') =>
  journey.app.database.pool.query(
    "update sys_config set config_value = $1 where config_key = 'registration.enabled'",
    [value],
  );

test('registration is available where the shop allows it, and ends at a quotation', async () => {
  await setOpen('off');
  const { page, faults } = await journey.open({ expectedStatuses: [409] });
  await page.goto('/user/login');
  await page.getByText('忘记密码？请联系管理员重置。').waitFor();
  await page.goto('/user/register');
  await page.getByText('未开放注册，请联系管理员开通账号。').waitFor();
  expect(await page.getByRole('button', { name: '注册并登录' }).count()).toBe(0);

  await setOpen('on');
  await page.getByRole('link', { name: '已有账号，去登录' }).click();
  await page.reload();
  await page.getByRole('link', { name: '注册账号' }).click();
  await page.getByRole('heading', { name: '注册客户账号' }).waitFor();
  await page.getByRole('button', { name: '注册并登录' }).click();
  await page.getByText('请输入用户名').waitFor();
  const field = (key: string) => page.locator(`[name=${key}]`);
  await expect.poll(() => field('username').evaluate((input) => input === document.activeElement)).toBe(true);
  await field('username').fill('demo');
  await field('password').fill('a good long one 7');
  await field('confirmation').fill('a good long one 8');
  await field('companyTitle').fill('访客公司');
  await field('nickName').fill('访客');
  await page.keyboard.press('Enter');
  await page.getByText('两次输入的密码不一致').waitFor();
  await field('confirmation').fill('a good long one 7');
  await page.keyboard.press('Enter');
  await page.locator('#content, form').getByText('用户名已被使用').first().waitFor();
  await field('username').fill('visitor-1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '提交订单' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await expectFitsPhone(page);
  expect(faults).toEqual([]);
});
