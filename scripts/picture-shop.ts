import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, ViewportSize } from 'playwright-core';
import { withServerAndBrowser } from '../bench/built-server.ts';
import { signIn, type ApiClient } from '../tests/support/app/api-client.ts';
import { setup as build } from '../tests/support/setup/build-setup.ts';
import { stamp } from '../tests/support/data/seal-pictures.ts';

/** The root folder of the package. */
export const root = fileURLToPath(new URL('..', import.meta.url));

interface PictureShop {
  customer: ApiClient;
  admin: ApiClient;
  /** The id of the last order; its document carries both seals. */
  order: number;
  /** Opens a path in a window of this size, signed in unless the client is undefined. */
  open: (path: string, client: ApiClient | undefined, viewport: ViewportSize) => Promise<Page>;
}

/** Takes pictures of the built server with the sample catalogue and a few orders. */
export async function withPictureShop(take: (shop: PictureShop) => Promise<void>): Promise<void> {
  build();
  await withServerAndBrowser(async ({ address }, browser) => {
    const customer = await signIn(address);
    const admin = await signIn(address, 'admin');
    await setSeals(customer, admin);
    const order = await placeOrders(customer, admin);
    await take({ customer, admin, order, open: (...page) => openAt(browser, address, ...page) });
  });
}

/** Documents of later orders carry both seals. */
async function setSeals(customer: ApiClient, admin: ApiClient): Promise<void> {
  await expectOk(customer.call('PUT', '/user/seal', { image: await stamp(480, '#1e40c8') }));
  const upload = await expectOk(admin.call('POST', '/set-config/picture', { image: await stamp(480) }));
  const { data } = await expectOk(admin.call('GET', '/set-config/typed'));
  const settings = data as { configKey: string; version: number }[];
  const seal = settings.find(({ configKey }) => configKey === 'company.seal');
  if (!seal) throw new Error('there is no setting company.seal');
  const saved = {
    configKey: seal.configKey,
    configValue: Object(upload['data']).hash,
    version: seal.version,
  };
  await expectOk(admin.call('PUT', '/set-config', [saved]));
}

/** Places orders and moves some of them. Returns the id of the last one. */
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

async function openAt(
  browser: Browser,
  address: string,
  path: string,
  client: ApiClient | undefined,
  viewport: ViewportSize,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  if (client)
    await context.addInitScript((text) => localStorage.setItem('quotemill.token', text), client.token);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(path);
  return page;
}
