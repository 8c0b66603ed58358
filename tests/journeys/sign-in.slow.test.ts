import type { Page } from 'playwright-core';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_KEY } from '#providers/session-store.ts';
import { captchas, throttles, users } from '#server/db/schema.ts';
import { isTooWide, password, sizes } from '#tests/support/customers.ts';
import { addPerson } from '#tests/support/people.ts';
import { FREE_GUESSES } from '#server/modules/authentication/account-guard.service.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ loginCaptcha: true });
});
afterAll(() => journey.close());

/** Tells the answer to the n-th captcha that a page has loaded. */
function answersOf(page: Page): (count: number) => Promise<string> {
  const ids: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/v1/captcha')) ids.push(((await response.json()) as { id: string }).id);
  });
  return async (count) => {
    await expect.poll(() => ids.length).toBe(count);
    const [row] = await journey.app.database.db
      .select()
      .from(captchas)
      .where(eq(captchas.id, ids[count - 1]!));
    return row!.answer;
  };
}

describe('signing in', () => {
  test.each([
    ['the storefront', '/', 'demo', testPasswords.demo],
    ['the back office', '/admin', 'admin', testPasswords.admin],
  ])(
    'asks for a captcha at %s; a wrong answer shows an error and a new captcha',
    async (_area, path, name, password) => {
      const { page, faults } = await journey.open({ expectedStatuses: [400] });
      const answer = answersOf(page);
      await page.goto(path);
      const picture = page.getByRole('img', { name: /验证码/ });
      await picture.waitFor();
      await page.getByLabel('验证码', { exact: true }).fill('0000');
      await signInOn(page, name, password);
      await page.getByText('登录失败 400 : 验证码错误或已过期').waitFor();
      await expect.poll(() => page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');
      await page.getByLabel('验证码', { exact: true }).fill(await answer(2));
      await signInOn(page, name, password);
      await page.getByText('登录成功').waitFor();
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['the storefront', '/', 'demo', '提交订单'],
    ['the back office', '/admin', 'admin', /用户菜单/],
  ] as const)(
    'a generated password must be changed before anything else in %s',
    async (_area, path, username, button) => {
      const { database } = journey.app;
      await database.db.update(users).set({ mustChangePassword: true }).where(eq(users.username, username));
      const { page, faults } = await journey.open();
      const answer = answersOf(page);
      await page.goto(path);
      await page.getByRole('img', { name: /验证码/ }).waitFor();
      await page.getByLabel('验证码', { exact: true }).fill(await answer(1));
      await signInOn(page, username, testPasswords[username]);
      await page.getByLabel('新密码', { exact: true }).fill('a much better one');
      const current = page.getByLabel('当前密码', { exact: true });
      if ((await current.count()) > 0) await current.fill(testPasswords[username]);
      const again = page.getByLabel(/再次|确认/);
      if ((await again.count()) > 0) await again.fill('a much better one');
      await page.getByRole('button', { name: /修改|确定|保存|设置/ }).click();
      await page.getByRole('button', { name: button }).first().waitFor();
      expect(faults).toEqual([]);
    },
  );
});

describe.each(sizes)('while others guess at an account, on a %s', (_size, width) => {
  test('a new device signs in after a proof of work, and is asked for none the next time', async () => {
    const { app } = journey;
    const { db } = app.database;
    const { username } = await addPerson(app, {
      roleKey: 'customer',
      user: { passwordHash: await hashPassword(password) },
    });
    const ofAccount = `account/${username}`;
    await db.insert(throttles).values({ key: ofAccount, count: FREE_GUESSES, since: new Date() });

    const { page, faults } = await journey.open({ width, height: 844, expectedStatuses: [400, 428] });
    const proofs: boolean[] = [];
    const answer = answersOf(page);
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/login'))
        proofs.push('proof' in (request.postDataJSON() as { proof?: object }));
    });
    const code = page.getByLabel('验证码', { exact: true });
    /** Signs in with the answer to the n-th picture that the page has loaded. */
    const signIn = async (count: number) => {
      const right = await answer(count);
      await expect.poll(() => code.inputValue()).toBe('');
      await code.fill(right);
      await signInOn(page, username, password);
    };
    await page.goto('/user/order');
    await page.getByRole('img', { name: /验证码/ }).waitFor();
    // A wrong captcha leaves the found number valid: the next try needs no search.
    await code.fill('0000');
    await signInOn(page, username, password);
    await page.getByText('正在进行安全验证').first().waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.getByText('验证码错误或已过期').first().waitFor();
    await signIn(2);
    await page.waitForURL(/\/user\/order$/);
    expect(proofs).toEqual([false, true, true]);

    // The alarm goes on, but this browser is known now.
    const [alarm] = await db.select().from(throttles).where(eq(throttles.key, ofAccount));
    expect(alarm?.count).toBe(FREE_GUESSES);
    await page.evaluate((key) => localStorage.removeItem(key), TOKEN_KEY);
    await page.goto('/user/order');
    await signIn(3);
    await page.waitForURL(/\/user\/order$/);
    expect(proofs).toEqual([false, true, true, false]);
    expect(faults).toEqual([]);
  });
});
