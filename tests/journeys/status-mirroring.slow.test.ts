import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN_KEY } from '#providers/session/session-store.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
  const { app } = journey;
  const key = 'wire.statusMirrorsCode';
  const { data } = await app.send('GET', '/set-config/typed', { as: 'admin' });
  const { version } = (data as { configKey: string; version: number }[]).find(
    ({ configKey }) => configKey === key,
  )!;
  await app.send('PUT', '/set-config', {
    as: 'admin',
    body: [{ configKey: key, configValue: 'off', version }],
  });
  await app.send('GET', '/set-config/typed', { as: 'admin' });
});
afterAll(() => journey.close());

test('the pages work when failures have HTTP status 200', async () => {
  const missing = await journey.app.send('GET', '/order/999999', { as: 'admin' });
  expect(missing).toMatchObject({ status: 200, code: 404 });
  const { page, faults } = await journey.open();
  await page.goto('/user/login');
  await page.getByLabel('用户名').fill('demo');
  await page.getByLabel('密码', { exact: true }).fill('wrong-password-1');
  await page.getByRole('button', { name: '登录' }).click();
  await page
    .getByText(/^登录失败/)
    .first()
    .waitFor();
  await signInOn(page, 'demo', testPasswords.demo);
  await page.getByRole('button', { name: '提交订单' }).first().waitFor();
  await page.goto('/order/details/999999');
  await page.getByText('不存在').first().waitFor();
  await page.evaluate(([key]) => localStorage.setItem(key, 'x'.repeat(43)), [TOKEN_KEY] as const);
  await page.goto('/user/order');
  await page.getByText(/^登陆超时/).waitFor();
  await page.waitForURL(/\/user\/login/);
  expect(faults).toEqual([]);
});
