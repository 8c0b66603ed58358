import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRunningPostgres } from '#server/db/private-postgres/running-postgres.ts';
import { codeOf } from '#tests/support/app/authenticator.ts';
import { choose } from '#tests/support/browser/back-office.ts';
import { sharedBrowser } from '#tests/support/browser/browser.ts';
import { openPage, signInOn } from '#tests/support/browser/journey.ts';
import {
  createTemporaryDirectory,
  runServer,
  type ServerProcess,
} from '#tests/support/processes/run-server.ts';
import { withClient } from '#tests/support/app/with-client.ts';

/*
 * The first minute of the README on an empty data directory: nothing is prepared, no password is preset, and the captcha is
 * asked for. Each test needs those before it, as an owner's first day does.
 */
let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let server: ServerProcess;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-first-minute-');
  const env = { ADMIN_PASSWORD: '', CUSTOMER_PASSWORD: '', LOGIN_CAPTCHA: 'on' };
  server = await runServer(directory.path, { env });
});
afterAll(async () => {
  await server.stop();
  await directory.remove();
});

/** The password that the server printed for a user. */
function printedPassword(username: string): string {
  const [, password] =
    new RegExp(`${username} +密码 (\\S+)（只显示这一次，首次登录须修改）`).exec(server.output()) ?? [];
  if (password === undefined) throw new Error(`no password for ${username} in:\n${server.output()}`);
  return password;
}

/** The ids of the captchas that a page was sent, by their pictures. */
const captchas = new WeakMap<Page, Map<string, string>>();

/** A page of the installation in a browser without stored data. */
async function open(path: string) {
  const opened = await openPage(await sharedBrowser(), server.address, { expectedStatuses: [428] });
  const sent = new Map<string, string>();
  captchas.set(opened.page, sent);
  opened.page.on('response', (response) => {
    if (!response.url().endsWith('/api/v1/captcha')) return;
    void response.json().then(({ id, data }: { id: string; data: string }) => sent.set(data, id));
  });
  await opened.page.goto(path);
  return opened;
}

/** Signs in with the answer that the server has stored for the shown captcha. */
async function signIn(page: Page, username: string, password: string): Promise<void> {
  const answer = await shownCaptcha(page);
  await page.getByLabel('验证码', { exact: true }).fill(answer);
  await signInOn(page, username, password);
}

async function shownCaptcha(page: Page): Promise<string> {
  const picture = page.getByRole('img', { name: /验证码/ });
  const idOf = async () => captchas.get(page)?.get((await picture.getAttribute('src')) ?? '');
  await expect.poll(idOf).toBeDefined();
  const id = await idOf();
  const database = await findRunningPostgres(directory.path);
  let answer = '';
  await withClient(database!, async (client) => {
    const { rows } = await client.query<{ answer: string }>('select answer from captcha where id = $1', [id]);
    answer = rows[0]!.answer;
  });
  return answer;
}

/** Replaces the first password on the page that asks for a new one. */
async function choosePassword(page: Page, chosen: string): Promise<void> {
  await page.getByLabel('新密码', { exact: true }).fill(chosen);
  await page.getByLabel('再次输入新密码', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: /修改密码|保存/ }).click();
}

const chosen = { admin: 'the owner of the shop', demo: 'the first customer', clerk: 'the newest colleague' };

/** As administrator, adds a clerk and requires a second factor of staff. Returns the password that the form generated. */
async function addCarefulClerk(username: string): Promise<string> {
  const { page, context, faults } = await open('/admin/sys-user');
  await signIn(page, 'admin', chosen.admin);
  await page.waitForURL(/\/admin\/sys-user$/);
  await page.getByRole('button', { name: '新增用户' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('用户名').fill(username);
  await drawer.getByRole('button', { name: '生成密码' }).click();
  await drawer.getByLabel('姓名').fill('新员工');
  await choose(page, drawer.getByLabel('角色'), '销售');
  const password = drawer.getByLabel('密码', { exact: true });
  await expect.poll(() => password.inputValue()).not.toBe('');
  const first = await password.inputValue();
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: '保存' }).click();
  await page.getByRole('row', { name: new RegExp(username) }).waitFor();
  await page.goto('/admin/sys-config/set');
  await choose(page, page.getByLabel('双重验证'), '员工必须启用');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('更新成功').waitFor();
  expect(faults).toEqual([]);
  await context.close();
  return first;
}

// In this order even where tests are shuffled.
describe('the first minute', { shuffle: false }, () => {
  test('admin replaces the printed password and reaches the back office', async () => {
    const { page, context, faults } = await open('/admin');
    await signIn(page, 'admin', printedPassword('admin'));
    await page.getByLabel('当前密码', { exact: true }).fill(printedPassword('admin'));
    await choosePassword(page, chosen.admin);
    await page.getByRole('heading', { name: '管理后台', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('demo replaces the printed password and reaches the requested page', async () => {
    const { page, context, faults } = await open('/user/order');
    await signIn(page, 'demo', printedPassword('demo'));
    await choosePassword(page, chosen.demo);
    await page.waitForURL(/\/user\/order$/);
    await page.getByRole('heading', { name: '历史报价' }).waitFor();
    // The same name opens the storefront from now on.
    await page.goto('/');
    await page.getByRole('button', { name: '提交订单' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a new clerk chooses a password and sets up a second factor where the shop requires it', async () => {
    const first = await addCarefulClerk('careful');
    const { page, context, faults } = await open('/admin/login');
    await signIn(page, 'careful', first);
    await page.getByLabel('当前密码', { exact: true }).fill(first);
    await choosePassword(page, chosen.clerk);
    await page.getByText('员工须启用双重验证后才能继续').waitFor();
    await page.getByLabel('当前密码').fill(chosen.clerk);
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByAltText('验证器二维码').waitFor();
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('验证码').fill(codeOf(secret, Date.now()));
    await page.getByRole('button', { name: '启用' }).click();
    await page.getByRole('button', { name: '我已保存' }).click();
    await page.getByRole('heading', { name: '管理后台', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
