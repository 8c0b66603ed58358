import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declared } from '#admin/resources/index.ts';
import { paths } from '#storefront/app/paths.ts';
import { findBarriers } from '#tests/support/accessibility.ts';
import { backOfficeOf, type BackOffice } from '#tests/support/back-office.ts';
import { startJourney, type Journey } from '#tests/support/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { waitUntilLoaded } from '#tests/support/until-loaded.ts';

let journey: Journey;
let office: BackOffice;
let token: string;
/** An order that is placed and shared. */
let id: number;
let shared: string;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  const { app } = journey;
  const who = { as: 'demo' };
  token = await app.signIn('demo');
  const catalogue = await readCatalogue(app);
  for (const name of ['支架', '法兰', '底板']) {
    const body = await buildOrder(app, who, [buildItem(catalogue, { name })], {
      contactName: '张三',
      contactPhone: '13800138000',
    });
    id = Number((await place(app, who, body)).data);
  }
  const share = await app.send('POST', `/order/${id}/share`, { ...who, body: { days: 7 } });
  shared = (share.data as { token: string }).token;
});
afterAll(() => journey.close());

const widths = [1440, 390];

/** Checks the page at both widths. */
async function check(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await waitUntilLoaded(page);
    found.push(...(await findBarriers(page, `${where} at ${width}`)));
  }
  return found;
}

async function visit(addresses: readonly string[], options: { token?: string } = {}): Promise<string[]> {
  const { page } = await office.open('/404', { expectedStatuses: [404], ...options });
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    found.push(...(await check(page, address)));
  }
  await page.context().close();
  return found;
}

describe('no page has a serious or critical barrier', () => {
  test('without a session', async () => {
    const addresses = [paths.login(), paths.register, paths.notFound, '/verify/unknown', paths.share(shared)];
    expect(await visit([...addresses, '/admin/login'], { token: '' })).toEqual([]);
  });

  test('of the storefront', async () => {
    const addresses = [
      paths.quote,
      paths.quoteOrder(id),
      paths.orderSuccess(id),
      paths.orderDetails(id),
      paths.quotation(id),
      paths.history,
      paths.notifications,
      paths.profile,
      paths.seal,
      paths.editPassword,
    ];
    expect(await visit(addresses, { token })).toEqual([]);
  });

  test.each(declared.map((page): [string, (typeof declared)[number]] => [page.path, page]))(
    'of the back office: %s',
    async (path, page) => {
      const drawers = 'Content' in page || !page.endpoints.create ? [] : [`${path}/create`];
      expect(await visit([path, ...drawers])).toEqual([]);
    },
  );

  test('of the back office: its home page and an order', async () => {
    expect(await visit(['/admin', `/admin/user/order/${id}`])).toEqual([]);
  });
});

/** What opens on a page, and the buttons that open it one after another. */
const openings: [what: string, address: () => string, ...buttons: (string | RegExp)[]][] = [
  ['the confirmation of an order', () => paths.quoteOrder(id), '提交订单'],
  ['the parts table', () => paths.quoteOrder(id), '表格'],
  ['pasting parts', () => paths.quote, '粘贴零件清单'],
  ['sharing', () => paths.orderDetails(id), '分享'],
  ['cancelling', () => paths.orderDetails(id), '取消订单'],
  ['correcting the contact', () => paths.orderDetails(id), '修改收货信息'],
  ['the notifications', () => '/admin', /^消息通知/],
  ['the user’s menu', () => '/admin', /用户菜单/],
  ['the columns of a list', () => '/admin/user/order', '列设置'],
  ['the formats of an export', () => '/admin/user/order', '导出'],
  ['confirming an order', () => `/admin/user/order/${id}`, '确认订单'],
  ['a message to the customer', () => `/admin/user/order/${id}`, '给客户留言'],
  ['deactivating a user', () => '/admin/sys-user', '停用'],
  ['deleting a record', () => '/admin/sys-post', '删除'],
  ['importing prices', () => '/admin/table', '导入'],
];

describe('nothing that opens on a page has a serious or critical barrier', () => {
  test.each(openings)('%s', async (what, address, ...buttons) => {
    const isCustomers = !address().startsWith('/admin');
    const { page } = await office.open('/404', {
      expectedStatuses: [404],
      ...(isCustomers ? { token } : {}),
    });
    const found: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.goto(address());
      await waitUntilLoaded(page);
      for (const name of buttons) await page.getByRole('button', { name }).first().click();
      await waitUntilLoaded(page);
      found.push(...(await findBarriers(page, `${what} at ${width}`)));
    }
    await page.context().close();
    expect(found).toEqual([]);
  });

  test.each([
    ['a calendar', '/admin/dash', '.ant-picker'],
    ['a list of choices', '/admin/sys-user/create', '[role=dialog] [role=combobox]'],
    ['a tree of choices', '/admin/sys-dept/create', '[role=dialog] [role=combobox]'],
  ])('%s', async (what, address, trigger) => {
    const { page } = await office.open(address);
    const found: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.goto(address);
      await waitUntilLoaded(page);
      await page.locator(trigger).first().click();
      await page.locator('.ant-picker-dropdown, .ant-select-dropdown').first().waitFor();
      await waitUntilLoaded(page);
      found.push(...(await findBarriers(page, `${what} at ${width}`)));
    }
    await page.context().close();
    expect(found).toEqual([]);
  });
});
