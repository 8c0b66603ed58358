import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { dropFiles, type Dropped } from '#tests/support/browser/dropped-files.ts';
import { confirmOrder, signInOn } from '#tests/support/browser/journey.ts';
import { modelPanel, partField, stepBox, stlBox } from '#tests/support/browser/model-page.ts';
import { expectFocus, expectValue } from '#tests/support/browser/shown.ts';

let customers: Customers;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.journey.close());

/** The browser of a new, signed-in customer. */
async function signedIn(): Promise<BrowserContext> {
  const { username } = await customers.addCustomer();
  const { page, context } = await customers.journey.open();
  await page.goto('/');
  await signInOn(page, username, password);
  await page.getByRole('region', { name: '零件 1' }).waitFor();
  await page.close();
  return context;
}

const plate = stepBox('底板.step', [60, 120, 20]);
const block = stlBox('垫块.stl', [30, 20, 10]);
const broken: Dropped = { name: '坏件.step', text: 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=CARTESIAN' };

const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

/** Orders with a full disk: the failure of the second file is shown at its part, where the focus goes; a retry sends it. */
async function failOnce(page: Page, isFailing: () => boolean): Promise<void> {
  const body = { requestId: 'r', code: 507, msg: '存储空间不足', data: null, error: 'storage.full' };
  await page.route('**/api/v1/model', (route) =>
    isFailing() ? route.fulfill({ status: 507, json: body }) : route.continue(),
  );
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  const panel = modelPanel(page, '垫块');
  await panel.getByText('因此没有提交').waitFor();
  const retry = panel.getByRole('button', { name: '重试' });
  await expectFocus(retry);
  await retry.click();
  await panel.getByText(/^模型已上传/).waitFor();
}

test('dropped models become a priced quotation without typing a number, and are uploaded with the order', async () => {
  const { page, faults } = await customers.journey.open({
    context: await signedIn(),
    expectedStatuses: [507],
  });
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/(?:uploadFile|model)$/.test(request.url()))
      uploads.push(request.url());
  });
  const kernels = new Set<string | undefined>();
  page.on('response', (response) => {
    if (response.url().endsWith('.wasm')) kernels.add(response.headers()['cache-control']);
  });
  await page.goto('/');
  await page.getByRole('region', { name: '零件 1' }).waitFor();
  expect(kernels.size).toBe(0);
  await dropFiles(page, [plate, block, broken]);

  const [ofPlate, ofBlock, ofBroken] = ['底板', '垫块', '坏件'].map((name) => modelPanel(page, name));
  await ofPlate!.getByText('取自模型').waitFor();
  const fields = { 长度: '120', 宽度: '60', 高度: '20', 数量: '1' };
  for (const [label, value] of Object.entries(fields))
    await expectValue(partField(page, '底板', label), value);
  await ofPlate!.getByText('可报价').waitFor();
  await ofPlate!.getByText('文件单位 毫米').waitFor();
  await ofBlock!.getByText('取自模型').waitFor();
  await expectValue(partField(page, '垫块', '长度'), '30');
  await ofBlock!.getByText('文件没有单位，按毫米读取').waitFor();
  await ofBlock!.getByText('不检查孔、型腔和内圆角').waitFor();
  await ofBroken!.getByText('无法读取').waitFor();
  await ofBroken!.getByRole('alert').waitFor();
  await expect.poll(() => [...kernels]).toEqual(['public, max-age=31536000, immutable']);

  // The table shows it too.
  await page.getByRole('button', { name: '表格' }).click();
  await page.getByRole('row', { name: '坏件' }).getByText('无法读取').waitFor();
  await page.getByRole('button', { name: '卡片', exact: true }).click();
  await ofPlate!.getByText('取自模型').waitFor();

  // A typed size is marked; the model's size can be restored.
  const [length, height] = ['长度', '高度'].map((label) => partField(page, '底板', label));
  await height!.fill('25');
  await ofPlate!.getByText('已手工修改').waitFor();
  await ofPlate!.getByRole('button', { name: '恢复模型尺寸' }).click();
  await expectValue(height!, '20');
  await ofPlate!.getByRole('button', { name: '×25.4' }).click();
  await expectValue(length!, '3048');
  await ofPlate!.getByText('需人工').waitFor();
  await ofPlate!.getByRole('button', { name: '恢复原单位' }).click();
  await expectValue(length!, '120');
  await page.getByRole('button', { name: '删除 坏件' }).click();
  await page.getByRole('status', { name: '合计' }).getByText('¥').waitFor({ state: 'attached' });

  // Models and measures survive a reload. Nothing has been sent so far.
  const promise = ofPlate!.getByText(/^模型只在本机读取，提交订单或保存报价时才上传/);
  await promise.waitFor();
  await expect.poll(() => stored(page)).not.toContain('坏件');
  await page.reload();
  await ofPlate!.getByText('取自模型').waitFor();
  await ofPlate!.getByText('适合铣削').waitFor();
  await promise.waitFor();
  expect(uploads).toEqual([]);

  await failOnce(page, () => uploads.length === 2);
  await page.getByRole('button', { name: '提交订单' }).click();
  const placing = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/order'),
  );
  await confirmOrder(page);
  const { items } = (await placing).postDataJSON() as { items: { model?: { boxMm: number[] } }[] };
  expect(items.map(({ model }) => model?.boxMm.map((edge) => Math.round(edge)))).toEqual([
    [120, 60, 20],
    [30, 20, 10],
  ]);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  expect(uploads).toHaveLength(3);
  expect(faults).toEqual([]);
  await page.close();
});

test('only the response with the script of the reader allows WebAssembly', async () => {
  const { page, faults } = await customers.journey.open({ context: await signedIn() });
  const policies = new Map<string, string>();
  page.on('response', (response) => {
    policies.set(new URL(response.url()).pathname, response.headers()['content-security-policy'] ?? '');
  });
  await page.goto('/');
  await dropFiles(page, [plate]);
  await modelPanel(page, '底板').getByText('取自模型').waitFor();
  const allowing = [...policies].filter(([, policy]) => policy.includes('unsafe'));
  expect(allowing.map(([path]) => path)).toEqual([expect.stringMatching(/\/assets\/read-model\.worker-/)]);
  expect(allowing[0]?.[1]).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(faults).toEqual([]);
  await page.close();
});
