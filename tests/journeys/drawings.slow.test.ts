import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { findBarriers } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { chinesePdf, drawnDxf, drawnPdf } from '#tests/support/models/drawings.ts';
import { samples } from '#tests/support/data/files.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { addPerson } from '#tests/support/data/people.ts';

const password = 'a long enough password 1';

let journey: Journey;
let passwordHash: string;
beforeAll(async () => {
  [journey, passwordHash] = await Promise.all([startJourney(), hashPassword(password)]);
});
afterAll(() => journey.close());

async function openAsCustomer(options: Parameters<Journey['open']>[0]) {
  const person = await addPerson(journey.app, { roleKey: 'customer', user: { passwordHash } });
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, person.username, password);
  await opened.page.getByRole('region', { name: '零件 1' }).waitFor();
  await fillStartPart(opened.page);
  return opened;
}

const pdf = 'application/pdf';
const dxf = 'image/vnd.dxf';

/** Opens a file, and waits for its picture. */
async function view(page: Page, name: string) {
  await page.getByRole('button', { name: `查看 ${name}` }).click();
  const stage = page.getByRole('dialog').getByRole('application', { name: `图纸 ${name}` });
  await waitUntilDrawn(page);
  return stage;
}

const waitUntilDrawn = (page: Page) => page.locator('[role=application][data-drawn=true]').waitFor();
const zoomOf = async (page: Page) => Number(await page.getByRole('application').getAttribute('data-zoom'));

/** Width of the sheet by its height. */
const proportionsOf = (page: Page) =>
  page.locator('[role=application] > [data-paper]').evaluate((sheet) => {
    const { width, height } = sheet.getBoundingClientRect();
    return width / height;
  });

/** Share of dark pixels: lines and letters are a few in a hundred. */
const inkOf = (page: Page) =>
  page.locator('[role=application] canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    let ink = 0;
    for (let n = 0; n < data.length; n += 4)
      if ((data[n + 3] ?? 0) > 128 && (data[n] ?? 255) + (data[n + 1] ?? 255) < 300) ink += 1;
    return ink / (width * height);
  });

async function expectLines(page: Page) {
  const ink = await inkOf(page);
  expect(ink).toBeGreaterThan(0.001);
  expect(ink).toBeLessThan(0.2);
}

/** Moves with one finger, then spreads two to twice their distance. */
async function dragAndPinch(page: Page, stage: Locator): Promise<void> {
  const { x, y, width } = (await stage.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: (readonly [number, number])[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([left, top], id) => ({ x: x + left, y: y + top, id })),
    });
  const middle = width / 2;
  const place = () =>
    stage.evaluate((element) => element.querySelector('[data-paper]')?.getAttribute('style'));
  const before = await place();
  await touch('touchStart', [middle, 200]);
  await touch('touchMove', [middle + 50, 230]);
  await touch('touchEnd');
  await expect.poll(place).not.toBe(before);
  expect(await zoomOf(page)).toBe(1);
  await touch('touchStart', [middle - 40, 200], [middle + 40, 200]);
  await touch('touchMove', [middle - 80, 200], [middle + 80, 200]);
  await touch('touchEnd');
  await expect.poll(() => zoomOf(page)).toBeCloseTo(2, 0);
  await page.keyboard.press('0');
  await expect.poll(() => zoomOf(page)).toBe(1);
}

test.each([
  ['desktop', 1440],
  ['phone', 390],
] as const)('customers and staff view drawings in the page (%s)', async (_name, width) => {
  const { page, faults } = await openAsCustomer({ width, height: 844, hasTouch: width < 1000 });
  const programs: string[] = [];
  const downloads: string[] = [];
  page.on('request', (request) => {
    if (/open-pdf|open-dxf|pdf\.worker|read-dxf/.test(request.url())) programs.push(request.url());
    if (/\/file\/\d+$/.test(request.url())) downloads.push(request.url());
  });
  await page.getByLabel('零件名称').fill('底板');
  const part = page.getByRole('region', { name: '底板' });
  await part.getByRole('button', { name: '添加图纸' }).click();
  await part.getByLabel('选择附件').setInputFiles([
    { name: '底板.pdf', mimeType: pdf, buffer: await drawnPdf() },
    { name: '底板.dxf', mimeType: dxf, buffer: drawnDxf() },
    { name: '字体.pdf', mimeType: pdf, buffer: chinesePdf() },
    { name: '加密.pdf', mimeType: pdf, buffer: await drawnPdf({ pages: 1, password: 'secret' }) },
    { name: '多页.pdf', mimeType: pdf, buffer: await drawnPdf({ pages: 201 }) },
    { name: '坏图.pdf', mimeType: pdf, buffer: samples.pdf },
    { name: '底板.dwg', mimeType: 'image/vnd.dwg', buffer: samples.dwg },
  ]);
  await part.getByRole('button', { name: '移除 底板.dwg' }).waitFor();
  await expect.poll(() => part.getByRole('progressbar').count()).toBe(0);
  expect(await part.getByRole('button', { name: '查看 底板.dwg' }).count()).toBe(0);
  expect(programs).toEqual([]);

  const stage = await view(page, '底板.pdf');
  await expectLines(page);
  expect(await findBarriers(page, 'drawing')).toEqual([]);
  expect(await stage.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await zoomOf(page)).toBe(1);
  await page.keyboard.press('+');
  await page.keyboard.press('=');
  await expect.poll(() => zoomOf(page)).toBeCloseTo(1.5625, 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('0');
  await expect.poll(() => zoomOf(page)).toBe(1);
  const frame = await stage.boundingBox();
  await page.mouse.move((frame?.x ?? 0) + 60, (frame?.y ?? 0) + 200);
  await page.mouse.wheel(0, -1200);
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(2);
  const wide = await proportionsOf(page);
  await page.getByRole('button', { name: '旋转' }).click();
  await expect.poll(() => proportionsOf(page)).toBeCloseTo(1 / wide, 2);
  expect(await zoomOf(page)).toBe(1);
  await waitUntilDrawn(page);
  await expectLines(page);
  // The other pages are rotated too.
  await page.getByRole('button', { name: '下一页' }).click();
  await page.getByRole('dialog').getByText('第 2 / 3 页').waitFor();
  await waitUntilDrawn(page);
  expect(await proportionsOf(page)).toBeCloseTo(1 / wide, 2);
  await stage.focus();
  await page.keyboard.press('PageDown');
  await page.getByRole('dialog').getByText('第 3 / 3 页').waitFor();
  await waitUntilDrawn(page);
  expect(await page.getByRole('button', { name: '下一页' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  const sheet = await view(page, '底板.dxf');
  await expectLines(page);
  const upright = await proportionsOf(page);
  await page.keyboard.press('r');
  await expect.poll(() => proportionsOf(page)).toBeCloseTo(1 / upright, 2);
  await waitUntilDrawn(page);
  await expectLines(page);
  await dragAndPinch(page, sheet);
  expect(await findBarriers(page, 'drawing')).toEqual([]);
  await page.keyboard.press('Escape');

  await view(page, '多页.pdf');
  await page.getByRole('dialog').getByText('第 1 / 200 页').waitFor();
  await page.getByRole('dialog').getByText('共 201 页，只显示前 200 页').waitFor();
  await page.keyboard.press('Escape');

  await view(page, '字体.pdf');
  await expectLines(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '查看 加密.pdf' }).click();
  await page.getByRole('alert').getByText('有密码的 PDF 无法在此查看，请下载后打开').waitFor();
  expect(await findBarriers(page, 'failure')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '查看 坏图.pdf' }).click();
  await page.getByRole('alert').getByText('图纸已损坏或格式不对，无法在此查看，请下载后打开').waitFor();
  await page.keyboard.press('Escape');
  expect(downloads).toEqual([]);

  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await page.goto(`/order/details/${id}`);
  await view(page, '底板.dxf');
  await expectLines(page);
  expect(downloads).toHaveLength(1);
  await page.keyboard.press('Escape');
  expect(faults).toEqual([]);

  const shop = await backOfficeOf(journey).open(`/admin/user/order/${id}`, { width, height: 844 });
  await view(shop.page, '底板.pdf');
  await expectLines(shop.page);
  expect(await findBarriers(shop.page, 'shop')).toEqual([]);
  await shop.page.keyboard.press('Escape');
  await expect.poll(() => shop.page.getByRole('application').count()).toBe(0);
  await shop.page.getByRole('list', { name: '图纸附件' }).waitFor();
  expect(shop.faults).toEqual([]);
  await shop.context.close();
  await page.context().close();
});
