import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN_KEY } from '#providers/session/session-store.ts';
import { throttles } from '#server/db/schema.ts';
import { isTooWide, password } from '#tests/support/data/customers.ts';
import { captchaAnswers } from '#tests/support/browser/captcha-answers.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { FREE_GUESSES } from '#server/modules/authentication/account-guard.service.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ loginCaptcha: true });
});
afterAll(() => journey.close());

test('on an account under attack, a new device signs in after a proof of work, and needs none the next time', async () => {
  const { app } = journey;
  const { db } = app.database;
  const { username } = await addPerson(app, {
    roleKey: 'customer',
    user: { passwordHash: await hashPassword(password) },
  });
  const ofAccount = `account/${username}`;
  await db.insert(throttles).values({ key: ofAccount, count: FREE_GUESSES, since: new Date() });

  const { page, faults } = await journey.open({ width: 390, height: 844, expectedStatuses: [400, 428] });
  const proofs: boolean[] = [];
  const answer = captchaAnswers(journey, page);
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

  // The attack continues, but this browser is now known.
  const [alarm] = await db.select().from(throttles).where(eq(throttles.key, ofAccount));
  expect(alarm?.count).toBe(FREE_GUESSES);
  await page.evaluate((key) => localStorage.removeItem(key), TOKEN_KEY);
  await page.goto('/user/order');
  await signIn(3);
  await page.waitForURL(/\/user\/order$/);
  expect(proofs).toEqual([false, true, true, false]);
  expect(faults).toEqual([]);
});
