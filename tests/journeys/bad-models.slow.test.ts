import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { files, modelFiles } from '#server/db/schema.ts';
import { setMeasured } from '#tests/support/app/valid-inputs.ts';
import { launchBrowser } from '#tests/support/browser/browser.ts';
import { password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import {
  confirmOrder,
  pressConfirm,
  signInOn,
  type Journey,
  type JourneyPage,
} from '#tests/support/browser/journey.ts';
import {
  chooseFiles,
  modelPanel,
  partField,
  stepBox,
  stlBox,
  writeObj,
} from '#tests/support/browser/model-page.ts';
import type { Person } from '#tests/support/data/people.ts';
import { createTemporaryDirectory } from '#tests/support/processes/run-server.ts';

const MB = 1024 ** 2;

let customers: Customers;
let journey: Journey;
beforeAll(async () => {
  customers = await startCustomers();
  ({ journey } = customers);
});
afterAll(() => journey.close());

async function openAsCustomer(
  options: Parameters<Journey['open']>[0] = {},
): Promise<JourneyPage & { person: Person }> {
  const person = await customers.addCustomer();
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, person.username, password);
  await opened.page.getByRole('region', { name: '零件 1' }).waitFor();
  return { ...opened, person };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function typeSize(page: Page, part: string, sizes: Readonly<Record<string, number>>): Promise<void> {
  for (const [label, value] of Object.entries(sizes)) await partField(page, part, label).fill(String(value));
}

async function order(page: Page): Promise<void> {
  await button(page, '提交订单').click();
  await confirmOrder(page);
}

const ordersOf = async ({ token }: Person) =>
  (await journey.app.send('GET', '/order', { token })).data as { count: number };
const modelsOf = ({ userId }: Person) =>
  journey.app.database.db.select().from(modelFiles).where(eq(modelFiles.ownerId, userId));

/** The files that the server is receiving. */
const incoming = async () =>
  (await readdir(join(journey.app.dataDir, 'files', 'incoming'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Faults except those of requests that fail on purpose. */
const unexpected = (faults: readonly string[]) =>
  faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'));

test('a browser without WebAssembly and WebGL shows a message and reads meshes; the server measures the rest', async () => {
  const browser = await launchBrowser(['--disable-3d-apis']);
  const { page, person, faults } = await openAsCustomer({ browser });
  await page.route(/\/assets\/read-model\.worker-/, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("'wasm-unsafe-eval'");
    const headers = {
      ...response.headers(),
      'content-security-policy': policy.replace(" 'wasm-unsafe-eval'", ''),
    };
    await route.fulfill({ response, headers });
  });
  await chooseFiles(page, [stepBox('底板.step', [120, 60, 20]), stlBox('垫块.stl', [30, 20, 10])]);
  await modelPanel(page, '底板')
    .getByText(/^读取程序没有启动：.*模型改由我们的服务器测量，量出之前价格待核对/)
    .waitFor();
  await modelPanel(page, '垫块').getByText('取自模型').waitFor();
  expect(await partField(page, '垫块', '长度').inputValue()).toBe('30');
  await button(page, '查看三维').click();
  await page.getByText('浏览器不支持三维显示，尺寸和价格不受影响').waitFor();
  expect(await modelPanel(page, '垫块').locator('img').count()).toBe(0);
  await typeSize(page, '底板', { 长度: 120, 宽度: 60, 高度: 20, 数量: 3 });
  await button(page, '提交订单').click();
  await page.getByText('正在测量底板的模型，完成后自动进入确认。').waitFor();
  await expect.poll(async () => (await modelsOf(person)).length).toBe(1);
  for (const { id } of await modelsOf(person)) await setMeasured(journey.app, id);
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  expect(await ordersOf(person)).toMatchObject({ count: 1 });
  // Models that were not read are measured before the order.
  expect(await modelsOf(person)).toMatchObject([
    { name: '底板.step', status: 'measured' },
    { name: '垫块.stl' },
  ]);
  expect(faults).toEqual([]);
  await browser.close();
});

/** A STEP file with these lines as its data. */
const stepOf = (data: string) =>
  `ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`;

test('an empty file, a wrong extension, a password and external references are explained, and typed input stays', async () => {
  const { page, context, person, faults } = await openAsCustomer();
  const box = stepBox('', [90, 40, 15]).text;
  const refused: [name: string, text: string, sentence: RegExp][] = [
    ['改名.igs', box, /^文件内容与扩展名不符。请按实际格式改名，或重新导出。/],
    ['加密.step', '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1', /^文件已加密或设了密码，这里打不开。/],
    [
      '总装.step',
      stepOf("#1=DOCUMENT_FILE('pin.stp','',$,#2,'',$);"),
      /^装配引用了其他文件，.*一个 STEP 文件/,
    ],
    ['断开.step', box.slice(0, box.length / 2), /^文件不完整：结尾被截断/],
  ];
  const chosen = [...refused, ['空的.step', ''] as const].map(([name, text]) => ({
    name,
    mimeType: '',
    buffer: Buffer.from(text, 'latin1'),
  }));
  await page.getByLabel('选择模型或图纸').first().setInputFiles(chosen);
  await page.getByText('“空的.step”是空文件，没有加入，请重新导出').waitFor();
  for (const [name, , sentence] of refused)
    await modelPanel(page, name.slice(0, 2)).getByRole('alert').getByText(sentence).waitFor();
  for (const name of ['改名', '加密', '断开']) await button(page, `删除 ${name}`).click();
  await typeSize(page, '总装', { 长度: 90, 宽度: 40, 高度: 15, 数量: 2 });
  await order(page);
  await page.waitForURL(/\/order\/success/);
  // An unreadable file is no model, but is sent with the order for manual review.
  expect(await modelsOf(person)).toEqual([]);
  const attached = await journey.app.database.db.select().from(files).where(eq(files.ownerId, person.userId));
  expect(attached).toMatchObject([{ name: '总装.step', kind: 'upload' }]);
  expect(faults).toEqual([]);
  await context.close();
});

test('without a network, models are read if the reader is loaded, else a message explains why; nothing is lost', async () => {
  const { page, context, person, faults } = await openAsCustomer();
  // A mesh loads the script of the reader, but not its kernel.
  await chooseFiles(page, [stlBox('垫块.stl', [30, 20, 10])]);
  await modelPanel(page, '垫块').getByText('取自模型').waitFor();
  await context.setOffline(true);
  await chooseFiles(page, [stepBox('底板.step', [120, 60, 20])]);
  const again = modelPanel(page, '底板').getByRole('button', { name: '重新读取' });
  await modelPanel(page, '底板')
    .getByText(/^读取程序没有启动：请检查网络/)
    .waitFor();
  await again.click();
  await again.waitFor();
  await context.setOffline(false);
  await again.click();
  await modelPanel(page, '底板').getByText('取自模型').waitFor();
  expect(await partField(page, '底板', '长度').inputValue()).toBe('120');

  await context.setOffline(true);
  await chooseFiles(page, [stepBox('支架.step', [90, 40, 15]), stepBox('立柱.step', [20, 25, 140])]);
  for (const name of ['支架', '立柱']) await modelPanel(page, name).getByText('取自模型').waitFor();
  await button(page, '提交订单').click();
  await pressConfirm(page);
  await page.getByText('附件功能加载失败，请检查网络后重试').waitFor();
  // The first upload after the browser reports a network still fails.
  await page.route('**/api/v1/model', (route) => route.abort('internetdisconnected'), { times: 1 });
  await context.setOffline(false);
  await page.getByRole('dialog').getByRole('button', { name: '确认提交' }).click();
  await modelPanel(page, '垫块').getByText('因此没有提交').waitFor();
  await modelPanel(page, '垫块').getByRole('button', { name: '重试' }).click();
  await modelPanel(page, '垫块')
    .getByText(/^模型已上传/)
    .waitFor();
  await order(page);
  await page.waitForURL(/\/order\/success/);
  expect(await ordersOf(person)).toMatchObject({ count: 1 });
  expect((await modelsOf(person)).map(({ name }) => name)).toEqual([
    '垫块.stl',
    '底板.step',
    '支架.step',
    '立柱.step',
  ]);
  expect(unexpected(faults)).toEqual([]);
  await context.close();
});

test('closing a tab during a model upload asks first; reopened, it has the model, which is uploaded and ordered once', async () => {
  const folder = await createTemporaryDirectory('quotemill-models-');
  const path = folder.at('底座.obj');
  await writeObj(path, [80, 50, 12], 4_000_000);
  const { page, context, person, faults } = await openAsCustomer();
  await page.getByLabel('选择模型或图纸').first().setInputFiles(path);
  await modelPanel(page, '底座').getByText('取自模型').waitFor();
  const network = await context.newCDPSession(page);
  // The upload would take 40 s.
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
  await button(page, '提交订单').click();
  await pressConfirm(page);
  await expect.poll(incoming).toHaveLength(1);
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await question;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(await incoming()).toHaveLength(1);

  page.once('dialog', (asked) => void asked.accept());
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  await expect.poll(incoming).toEqual([]);
  expect(await ordersOf(person)).toMatchObject({ count: 0 });

  const later = await context.newPage();
  later.setDefaultTimeout(60_000);
  let sent = 0;
  later.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/model')) sent += 1;
  });
  await later.goto('/');
  await modelPanel(later, '底座').getByText('取自模型').waitFor();
  expect(await partField(later, '底座', '长度').inputValue()).toBe('80');
  await order(later);
  await later.waitForURL(/\/order\/success/);
  expect(await ordersOf(person)).toMatchObject({ count: 1 });
  expect(sent).toBe(1);
  // The throttling ends with the first page, whose upload may finish while it closes.
  expect((await modelsOf(person)).at(-1)).toMatchObject({ name: '底座.obj', size: 4_000_000 });
  // Nothing is being uploaded, so the page closes without a question.
  await Promise.all([later.waitForEvent('close'), later.close({ runBeforeUnload: true })]);
  expect(faults).toEqual([]);
  await context.close();
  await folder.remove();
});

test('a model of 50 MB is read and ordered; one byte more is refused with the limit and not uploaded', async () => {
  const folder = await createTemporaryDirectory('quotemill-models-');
  await Promise.all([
    writeObj(folder.at('底座.obj'), [80, 50, 12], MAX_FILE_BYTES),
    writeObj(folder.at('支架.obj'), [90, 40, 15], MAX_FILE_BYTES + 1),
  ]);
  const { page, context, person, faults } = await openAsCustomer();
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:uploadFile|model)$/.test(request.url())) uploads.push(request.url());
  });
  await page
    .getByLabel('选择模型或图纸')
    .first()
    .setInputFiles([folder.at('底座.obj'), folder.at('支架.obj')]);
  await modelPanel(page, '底座').getByText('取自模型').waitFor();
  expect(await partField(page, '底座', '长度').inputValue()).toBe('80');
  await modelPanel(page, '支架')
    .getByText('文件太大，这里不读取。请导出单个零件，也可以移除文件，手工填写尺寸。上限 50 MB。')
    .waitFor();
  await typeSize(page, '支架', { 长度: 90, 宽度: 40, 高度: 15, 数量: 2 });
  await order(page);
  await modelPanel(page, '支架')
    .getByText(/“支架.obj”没有上传成功，因此没有提交。单个文件不能超过 50 MB，请移除模型或换一个较小的文件。/)
    .waitFor();
  expect(uploads).toHaveLength(1);
  await button(page, '移除 支架.obj').click();
  await order(page);
  await page.waitForURL(/\/order\/success/);
  expect(await modelsOf(person)).toMatchObject([{ name: '底座.obj', size: MAX_FILE_BYTES }]);
  expect(uploads).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
  await folder.remove();
});

test('203 models chosen at once become 200 parts, with few readers at a time, and all are ordered', async () => {
  const { page, context, person, faults } = await openAsCustomer();
  const running = new Set<unknown>();
  let mostReaders = 0;
  page.on('worker', (worker) => {
    running.add(worker);
    mostReaders = Math.max(mostReaders, running.size);
    worker.on('close', () => void running.delete(worker));
  });
  const files = Array.from({ length: 203 }, (_, n) => {
    const name = `件${String(n + 1).padStart(3, '0')}`;
    return n % 60 === 0
      ? stepBox(`${name}.step`, [20 + n / 10, 15, 10])
      : stlBox(`${name}.stl`, [20 + n / 10, 15, 10]);
  });
  await chooseFiles(page, files);
  await page.getByText('一次最多报价 200 个零件，没有加入：“件201.stl”、“件202.stl”、“件203.stl”').waitFor();
  // The page stays usable.
  await partField(page, '件001', '数量').fill('7');
  const bill = page.getByRole('complementary', { name: '报价单' });
  await bill.getByText('200 种 206 件').waitFor({ timeout: 240_000 });
  expect(await bill.getByText(/待完善|待报价|无法读取/).count()).toBe(0);
  // Two readers and one prepared for the next file; another may be ending.
  expect(mostReaders).toBeLessThanOrEqual(4);
  expect(mostReaders).toBeGreaterThan(0);
  const tab = await context.newCDPSession(page);
  await tab.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tab.send('Runtime.getHeapUsage');
  expect(usedSize).toBeLessThan(200 * MB);
  await order(page);
  await page.waitForURL(/\/order\/success/, { timeout: 240_000 });
  expect(await ordersOf(person)).toMatchObject({ count: 1 });
  expect(await modelsOf(person)).toHaveLength(200);
  expect(faults).toEqual([]);
  await context.close();
});
