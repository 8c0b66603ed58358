import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillStartPart, signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

async function open(options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, 'demo', testPasswords.demo);
  await opened.page.getByRole('button', { name: '提交订单' }).waitFor();
  return opened;
}

/** Drops a file at an element. Returns whether the browser would open the file instead of the page. */
const dropFile = (page: Page, selector: string, name: string) =>
  page.evaluate(
    ([at = '', fileName = '']) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([`%PDF-1.4 drawing ${fileName}`], fileName));
      const options = { bubbles: true, cancelable: true, dataTransfer };
      const target = document.querySelector(at);
      target?.dispatchEvent(new DragEvent('dragover', options));
      return target?.dispatchEvent(new DragEvent('drop', options));
    },
    [selector, name],
  );

test('a file dropped anywhere on the page joins the part under it or becomes a part', async () => {
  const { page, faults } = await open({ expectedStatuses: [400] });
  expect(await dropFile(page, 'header', '法兰.pdf')).toBe(false);
  await page.getByRole('region', { name: '法兰' }).getByText('法兰.pdf').first().waitFor();
  expect(await dropFile(page, '[data-part]', '支架.pdf')).toBe(false);
  await page.getByRole('region', { name: '法兰' }).getByText('支架.pdf').first().waitFor();
  await page.getByText('零件（1）').waitFor();
  await page.goto('/user/order');
  await page.getByRole('heading').first().waitFor();
  expect(await dropFile(page, 'main', '支架.pdf')).toBe(false);
  expect(faults).toEqual([]);
});

describe('two tabs', () => {
  test('stay in sync, and the one with unsaved changes asks first', async () => {
    const { page: one, context, faults } = await open();
    await fillStartPart(one, 10);
    await one.getByLabel('零件名称').fill('甲');
    const saved = () => one.evaluate(() => Object.values(localStorage).join());
    await expect.poll(saved).toContain('甲');
    const two = await context.newPage();
    await two.goto('/');
    await two.getByLabel('零件名称').fill('乙');
    await expect.poll(saved).toContain('乙');

    // A tab without unsaved changes follows.
    const name = (page: Page) => page.getByLabel('零件名称').inputValue();
    await expect.poll(() => name(one)).toBe('乙');

    await two.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage))
        if (key.startsWith('quotemill.draft.')) localStorage.setItem(key, String(text).replace('乙', '丙'));
    });
    await expect.poll(() => name(one)).toBe('丙');
    await two.getByLabel('零件名称').fill('丁');
    const warning = two.getByRole('dialog', { name: '另一个标签页修改了这份报价' });
    await warning.waitFor();
    await two.keyboard.press('Escape');
    await warning.waitFor({ state: 'hidden' });
    expect(await saved()).toContain('丙');
    await two.getByLabel('零件名称').fill('戊');
    await warning.getByRole('button', { name: '保留本页内容' }).click();
    await expect.poll(saved).toContain('戊');
    await expect.poll(() => name(one)).toBe('戊');
    expect(faults).toEqual([]);
  });
});

async function setFeedbackAddress() {
  const settings = (await journey.app.send('GET', '/set-config/typed', { as: 'admin' })).data as {
    configKey: string;
    version: number;
  }[];
  const { configKey, version } = settings.find((setting) => setting.configKey === 'site.feedbackUrl')!;
  const body = [{ configKey, configValue: 'https://example.com/feedback', version }];
  const answer = await journey.app.send('PUT', '/set-config', { as: 'admin', body });
  expect(answer.status).toBe(200);
}

test.each([
  [390, 844],
  [1024, 768],
  [1366, 768],
])('the feedback button covers nothing at %i × %i', async (width, height) => {
  await setFeedbackAddress();
  const { page } = await open({ width, height });
  const link = page.getByRole('link', { name: '反馈' });
  await link.waitFor();
  const covered = () =>
    page.evaluate(() => {
      const feedback = [...document.querySelectorAll('a')].find((a) => a.textContent === '反馈')!;
      const { left, top, width: w, height: h } = feedback.getBoundingClientRect();
      // The elements under the link's four corners.
      feedback.style.visibility = 'hidden';
      const under = [
        [left, top],
        [left + w, top],
        [left, top + h],
        [left + w, top + h],
      ].flatMap(([x = 0, y = 0]) => document.elementsFromPoint(x, y));
      feedback.style.visibility = '';
      return under.filter((element) => element.matches('button, input, select, a, label, aside')).length;
    });
  expect(await covered()).toBe(0);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await covered()).toBe(0);
  await link.click({ trial: true });
});
