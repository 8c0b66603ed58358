import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectMessage } from '#tests/support/browser/back-office.ts';
import { captchaAnswers } from '#tests/support/browser/captcha-answers.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { expectValue } from '#tests/support/browser/shown.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ loginCaptcha: true });
});
afterAll(() => journey.close());

test.each([
  ['the storefront', '/', 'demo', testPasswords.demo],
  ['the back office', '/admin', 'admin', testPasswords.admin],
])(
  'signing in at %s asks for a captcha; a wrong answer shows an error and a new captcha',
  async (_area, path, name, password) => {
    const { page, faults } = await journey.open({ expectedStatuses: [400] });
    const answer = captchaAnswers(journey, page);
    await page.goto(path);
    await page.getByRole('img', { name: /验证码/ }).waitFor();
    const code = page.getByLabel('验证码', { exact: true });
    await code.fill('0000');
    await signInOn(page, name, password);
    await expectMessage(page, '登录失败 400 : 验证码错误或已过期');
    const right = await answer(2);
    await expectValue(code, '');
    await code.fill(right);
    await signInOn(page, name, password);
    await expectMessage(page, '登录成功');
    expect(faults).toEqual([]);
  },
);
