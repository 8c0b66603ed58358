import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configs } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { codeOf, enrol } from '#tests/support/app/authenticator.ts';
import { expectMessage } from '#tests/support/browser/back-office.ts';
import { expectFitsPhone } from '#tests/support/data/customers.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { press } from '#tests/support/browser/price-grid.ts';
import { expectCount, expectFocus } from '#tests/support/browser/shown.ts';
import { addPerson } from '#tests/support/data/people.ts';

const password = 'a long enough password 1';
const PERIOD_MS = 30_000;

let journey: Journey;
let passwordHash: string;
beforeAll(async () => {
  journey = await startJourney();
  passwordHash = await hashPassword(password);
});
afterAll(() => journey.close());

const newPerson = (roleKey: 'admin' | 'sales') => addPerson(journey.app, { roleKey, user: { passwordHash } });
/** Moves the server's clock to the period after that of the last code. */
let clock = Date.now();
function nextPeriod(): number {
  clock += PERIOD_MS;
  journey.app.setNow(new Date(clock));
  return clock;
}

test('a mandatory second factor must be set up before any other page', async () => {
  const { db } = journey.app.database;
  const ask = async (configValue: string) => {
    await db.update(configs).set({ configValue }).where(eq(configs.configKey, 'login.secondFactor'));
    await db.transaction((tx) => advanceRevision(tx, 'settings'));
  };
  await ask('staff');
  const { username } = await newPerson('sales');
  const { page, faults } = await journey.open({ expectedStatuses: [403] });
  await page.goto('/');
  await signInOn(page, username, password);
  await page.getByRole('heading', { name: '请先启用双重验证' }).waitFor();
  await expectFitsPhone(page);
  await page.getByRole('link', { name: '去管理后台设置' }).click();
  await page.getByText('员工须启用双重验证后才能继续').waitFor();
  await page.getByLabel('当前密码').fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByAltText('验证器二维码').waitFor();
  await expectFitsPhone(page);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('验证码').fill(codeOf(secret, nextPeriod()));
  await page.getByRole('button', { name: '启用' }).click();
  await expect.poll(() => page.getByRole('list', { name: '恢复码' }).getByRole('listitem').count()).toBe(10);
  await expectFitsPhone(page);
  await page.getByRole('button', { name: '我已保存' }).click();
  await page.getByRole('button', { name: /用户菜单/ }).waitFor();
  expect(faults).toEqual([]);
  await ask('off');
});

test('an administrator sees which users have a second factor and removes it', async () => {
  const owner = await newPerson('sales');
  const { token } = await enrol(journey.app, owner.token, password, nextPeriod());
  const admin = await newPerson('admin');
  const { page, faults } = await journey.open();
  await page.goto(`/admin/sys-user?username=${owner.username}`);
  await signInOn(page, admin.username, password);
  const link = page.getByRole('link', { name: '移除验证' });
  await link.click();
  const drawer = page.getByRole('dialog', { name: /移除双重验证/ });
  await drawer.getByText('请先确认是本人要求移除').waitFor();
  await drawer.getByRole('button', { name: '移除双重验证' }).click();
  await page.getByText('双重验证已移除，该用户须重新登录').waitFor();
  await link.waitFor({ state: 'detached' });
  expect((await journey.app.send('GET', '/getinfo', { token })).status).toBe(401);
  expect(faults).toEqual([]);
});

test('a second factor is set up, then required at both login pages, all by keyboard', async () => {
  const { username } = await newPerson('sales');
  const { page, faults } = await journey.open({ expectedStatuses: [400, 428] });
  await page.goto('/admin');
  await signInOn(page, username, password);
  await page.getByRole('button', { name: /用户菜单/ }).focus();
  await press(page, 'Enter');
  await page.getByRole('menuitem', { name: '双重验证' }).focus();
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: '双重验证' });
  await dialog.getByLabel('当前密码').focus();
  await page.keyboard.type(password);
  await press(page, 'Enter');
  await dialog.getByAltText('验证器二维码').waitFor();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await expectFocus(dialog.getByLabel('验证码'));
  await page.keyboard.type('000000');
  await press(page, 'Enter');
  await dialog.getByText('验证码不正确或已使用').waitFor();
  await expectFocus(dialog.getByLabel('验证码'));
  await press(page, 'Control+a');
  await page.keyboard.type(codeOf(secret, nextPeriod()));
  await press(page, 'Enter');
  const codes = dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem');
  await expectCount(codes, 10);
  const [recoveryCode] = await codes.allTextContents();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载' }).press('Enter');
  expect((await downloading).suggestedFilename()).toBe('恢复码.txt');
  await dialog.getByRole('button', { name: '我已保存' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);

  const signInAt = async (address: string) => {
    const opened = await journey.open({ expectedStatuses: [400, 428] });
    await opened.page.goto(address);
    await signInOn(opened.page, username, password);
    const field = opened.page.getByLabel('验证码');
    await expectFocus(field);
    await opened.page.keyboard.type('123456');
    await press(opened.page, 'Enter');
    await opened.page.getByText('验证码不正确或已使用').waitFor();
    await expectFocus(field);
    return { ...opened, field };
  };
  // The back office, with the next code, pasted with a space as authenticators show it.
  const desk = await signInAt('/admin/sys-user');
  await expect.poll(() => desk.field.getAttribute('autocomplete')).toBe('one-time-code');
  const code = codeOf(secret, nextPeriod());
  await press(desk.page, 'Control+a');
  await desk.page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(desk.page, 'Enter');
  await desk.page.getByRole('button', { name: /用户菜单/ }).waitFor();
  expect(desk.faults).toEqual([]);

  // The storefront, with a recovery code.
  const shop = await signInAt('/user/order');
  await press(shop.page, 'Tab', 'Tab', 'Enter');
  await expectFocus(shop.page.getByLabel('恢复码'));
  await shop.page.keyboard.type(recoveryCode ?? '');
  await press(shop.page, 'Enter');
  await shop.page.waitForURL(/\/user\/order$/);
  await expectMessage(shop.page, '登录成功');
  expect(shop.faults).toEqual([]);
});
