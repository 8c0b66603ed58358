import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { dropFiles, type Dropped } from '#tests/support/browser/dropped-files.ts';
import { confirmOrder, signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { addPerson } from '#tests/support/data/people.ts';

const password = 'a long enough password 1';

let journey: Journey;
let passwordHash: string;
let plate: Dropped;
beforeAll(async () => {
  [journey, passwordHash] = await Promise.all([startJourney(), hashPassword(password)]);
  const make = partMaker(await nodeKernel().occt());
  const milled = make.cut(make.box([60, 120, 20]), make.cylinder(5, 20, [20, 20, 0]));
  plate = { name: '底板.step', text: new TextDecoder().decode(make.step(milled)) };
});
afterAll(() => journey.close());

const card = (page: Page) => page.getByRole('region', { name: '底板', exact: true });
const panel = (page: Page) => card(page).getByRole('region', { name: '模型' });
const field = (page: Page, label: string) => card(page).getByLabel(label, { exact: true });

/** The model as a freshly dropped one shows it: measures, checks, and the stock on the receipt. */
async function lookAtModel(page: Page): Promise<void> {
  await panel(page).getByText('底板.step').waitFor();
  await panel(page).getByText('取自模型').waitFor();
  await panel(page).getByText('适合铣削').waitFor();
  await panel(page).getByText('文件单位 毫米').waitFor();
  await panel(page).getByText('模型随原报价单或订单保存，不需要再次上传').waitFor();
  await card(page).getByRole('button', { name: '价格说明' }).click();
  await card(page).getByText('体积与外形取自模型').waitFor();
}

test('a quotation that is edited or ordered again shows its models, on another computer too', async () => {
  const person = await addPerson(journey.app, { roleKey: 'customer', user: { passwordHash } });
  const first = await journey.open({});
  await first.page.goto('/');
  await signInOn(first.page, person.username, password);
  await first.page.getByRole('region', { name: '零件 1' }).waitFor();
  await dropFiles(first.page, [plate]);
  await panel(first.page).getByText('取自模型').waitFor();
  await first.page.getByRole('button', { name: '保存报价' }).click();
  await first.page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await first.page.waitForURL(/\/order\/details\/\d+$/);
  const details = new URL(first.page.url()).pathname;
  await first.page.context().close();

  const { page, faults } = await journey.open({});
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/model')) uploads.push(request.url());
  });
  await page.goto(details);
  await signInOn(page, person.username, password);
  await page.getByRole('button', { name: '查看三维 底板.step' }).click();
  const viewer = page.getByRole('dialog', { name: '底板.step' });
  await viewer.locator('[role=application][data-drawn=true]').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '修改报价' }).click();
  await lookAtModel(page);

  await field(page, '高度').fill('25');
  await panel(page).getByText('高度已手工修改').waitFor();
  await panel(page).getByRole('button', { name: '恢复模型尺寸' }).click();
  expect(await field(page, '高度').inputValue()).toBe('20');

  // The same file is recognised, although it is new to this browser.
  await dropFiles(page, [plate]);
  const offer = page.getByRole('status', { name: '相同的模型' });
  await offer.getByText('“底板.step”和零件“底板”的模型相同，没有另建零件').waitFor();
  await offer.getByRole('button', { name: '数量加 1' }).click();
  await expect.poll(() => field(page, '数量').inputValue()).toBe('2');

  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(details);
  await page.getByRole('link', { name: '返单' }).click();
  await lookAtModel(page);
  await panel(page).getByRole('button', { name: '查看三维' }).click();
  await panel(page).locator('canvas').waitFor();
  await page.getByRole('button', { name: '提交订单' }).click();
  const placing = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/order'),
  );
  await confirmOrder(page);
  const { items } = (await placing).postDataJSON() as { items: { model?: { boxMm: number[] } }[] };
  expect(items.map(({ model }) => model?.boxMm.map((edge) => Math.round(edge)))).toEqual([[120, 60, 20]]);
  expect(uploads).toEqual([]);
  // A message of Chromium's software rendering.
  expect(faults.filter((fault) => !fault.includes('GPU stall due to ReadPixels'))).toEqual([]);
  await page.context().close();
});
