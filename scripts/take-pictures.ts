/**
 * Takes the README's pictures from the built server with the sample catalogue, into docs/pictures. Chinese needs a
 * font: the one that quotations are drawn with is offered to the browser.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';
import { signIn, type ApiClient } from '../tests/support/api-client.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { setup as build } from '../tests/support/build-setup.ts';
import { createTemporaryDirectory, killLeftovers, runServer } from '../tests/support/run-server.ts';
import { stamp } from '../tests/support/seal-pictures.ts';

const WIDTH = 1280;
const MAX_BYTES = 60 * 1024;
const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs', 'pictures');

build();
await mkdir(target, { recursive: true });
const directory = await createTemporaryDirectory('quotemill-pictures-');
const dataDir = directory.at('data');
const browser = await launch(directory.path);
try {
  const server = await runServer(dataDir);
  const customer = await signIn(server.address);
  const admin = await signIn(server.address, 'admin');
  await setSeals(customer, admin);
  const sealed = await placeOrders(customer, admin);

  const quotation = await open(browser, server.address, '/', customer);
  const size = { 长度: '120', 宽度: '60', 高度: '20', 数量: '50' };
  for (const [label, text] of Object.entries(size))
    await quotation.getByLabel(label, { exact: true }).fill(text);
  await quotation.getByText('¥2,848.07').first().waitFor();
  await save(quotation, 'quotation');

  const sheet = await open(browser, server.address, `/order/quotation/${sealed}`, customer, 960);
  await sheet.getByRole('table').first().waitFor();
  await save(sheet, 'sealed-quotation');

  const list = await open(browser, server.address, '/admin/user/order', admin);
  await list.locator('tbody tr[data-row-key]').first().waitFor();
  await save(list, 'orders');
  await server.stop();
} finally {
  await browser.close();
  await killLeftovers(dataDir);
  await directory.remove();
}

async function launch(folder: string): Promise<Browser> {
  const found = await findBrowser();
  const font = await readFile(join(root, 'assets/fonts/NotoSansSC-Regular.ttf.br'));
  await writeFile(join(folder, 'NotoSansSC-Regular.ttf'), brotliDecompressSync(font));
  const config = join(folder, 'fonts.conf');
  await writeFile(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
      <dir>${folder}</dir>
      <cachedir>${join(folder, 'fontconfig')}</cachedir>
    </fontconfig>`,
  );
  return chromium.launch({ ...found, env: { ...found.env, FONTCONFIG_FILE: config } });
}

/** The documents of later orders carry both seals. */
async function setSeals(customer: ApiClient, admin: ApiClient): Promise<void> {
  await expectOk(customer.call('PUT', '/user/seal', { image: await stamp(480, '#1e40c8') }));
  const kept = await expectOk(admin.call('POST', '/set-config/picture', { image: await stamp(480) }));
  const { data } = await expectOk(admin.call('GET', '/set-config'));
  const settings = data as { configKey: string; version: number }[];
  const seal = settings.find(({ configKey }) => configKey === 'company.seal');
  if (!seal) throw new Error('there is no setting company.seal');
  const saved = { configKey: seal.configKey, configValue: Object(kept['data']).hash, version: seal.version };
  await expectOk(admin.call('PUT', '/set-config', [saved]));
}

/** Places orders and moves some of them; the id of the last one. */
async function placeOrders(customer: ApiClient, admin: ApiClient): Promise<number> {
  let id = 0;
  for (let n = 1; n <= 8; n += 1) {
    const order = await customer.composeOrder(1 + (n % 3));
    id = Number((await expectOk(customer.placeOrder(order, randomUUID())))['data']);
    if (n % 2 === 0 && n < 8) await move(admin, id, 'confirmed');
    if (n % 4 === 0 && n < 8) await move(admin, id, 'producing');
  }
  return id;
}

async function move(admin: ApiClient, id: number, to: string): Promise<void> {
  const { data } = await expectOk(admin.call('GET', `/order/${id}/withExt`));
  await expectOk(admin.call('POST', `/order/${id}/move`, { to, version: Object(data).version }));
}

async function expectOk(call: ReturnType<ApiClient['call']>): Promise<Record<string, unknown>> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`${status} ${String(body['msg'])}`);
  return body;
}

async function open(
  from: Browser,
  address: string,
  path: string,
  { token }: ApiClient,
  height = 800,
): Promise<Page> {
  const context = await from.newContext({
    baseURL: address,
    viewport: { width: WIDTH, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((text) => localStorage.setItem('quotemill.token', text), token);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(path);
  return page;
}

async function save(page: Page, name: string): Promise<void> {
  // Streams stay open: the network is never idle.
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.waitForTimeout(1_000);
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 80, smartSubsample: true })
    .toBuffer();
  if (picture.length > MAX_BYTES) throw new Error(`${name}.webp has ${picture.length} bytes`);
  await writeFile(join(target, `${name}.webp`), picture);
  console.log(`docs/pictures/${name}.webp ${picture.length} bytes`);
}
