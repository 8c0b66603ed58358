import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captchas, users } from '#server/db/schema.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ loginCaptcha: true });
});
afterAll(() => journey.close());

/** The answer to the newest captcha, from the database; after a wrong answer the page requests another. */
async function newestAnswer(): Promise<string> {
  const list = () => journey.app.database.db.select().from(captchas);
  await expect.poll(async () => (await list()).length).toBeGreaterThan(0);
  const rows = await list();
  return rows.toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())[0]!.answer;
}

describe('signing in', () => {
  test.each([
    ['the storefront', '/', 'demo', testPasswords.demo],
    ['the back office', '/admin', 'admin', testPasswords.admin],
  ])(
    'asks for a captcha at %s; a wrong answer shows an error and a new captcha',
    async (_area, path, name, password) => {
      const { page, faults } = await journey.open({ expectedStatuses: [400] });
      await page.goto(path);
      const picture = page.getByRole('img', { name: /验证码/ });
      await picture.waitFor();
      await page.getByLabel('验证码', { exact: true }).fill('0000');
      await signInOn(page, name, password);
      await page.getByText('登录失败 400 : 验证码错误或已过期').waitFor();
      await expect.poll(() => page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');
      await page.getByLabel('验证码', { exact: true }).fill(await newestAnswer());
      await signInOn(page, name, password);
      await page.getByText('登录成功').waitFor();
      expect(faults).toEqual([]);
    },
  );

  test('a generated password must be changed before anything else', async () => {
    const { database } = journey.app;
    await database.db.update(users).set({ mustChangePassword: true }).where(eq(users.username, 'demo'));
    const { page, faults } = await journey.open();
    await page.goto('/');
    await page.getByRole('img', { name: /验证码/ }).waitFor();
    await page.getByLabel('验证码', { exact: true }).fill(await newestAnswer());
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByLabel('新密码', { exact: true }).fill('a much better one');
    const again = page.getByLabel(/再次|确认/);
    if ((await again.count()) > 0) await again.fill('a much better one');
    await page.getByRole('button', { name: /修改|确定|保存|设置/ }).click();
    await page.getByRole('button', { name: '提交订单' }).first().waitFor();
    expect(faults).toEqual([]);
  });
});
