import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { fillStartPart, signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test('a target price is reached in three clicks', async () => {
  const { page, faults, context } = await journey.open({ height: 844 });
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page, 50);
  await page.getByText('¥2,848.07').first().waitFor();

  await page.getByRole('button', { name: '省钱建议' }).click();
  const suggestions = page.getByRole('region', { name: '降价与提前交付的办法' });
  await suggestions.getByRole('radio', { name: '目标小计' }).check();
  await suggestions.getByRole('textbox', { name: '目标小计' }).fill('2500');
  const list = suggestions.getByRole('list', { name: '可选办法' });
  await list.getByRole('listitem').first().waitFor();
  await expectAccessible(page, 'suggestions to a price');
  const promised = /小计 (¥[\d,.]+)/.exec(
    (await list.getByRole('listitem').first().textContent()) ?? '',
  )![1]!;
  await list
    .getByRole('button', { name: /^采用：/ })
    .first()
    .click();
  const summary = page.getByRole('complementary', { name: '报价单' });
  await summary.getByText(promised).last().waitFor();
  await expect.poll(() => summary.getByText('¥2,848.07').count()).toBe(0);

  await suggestions.getByRole('button', { name: '撤销采用' }).click();
  await summary.getByText('¥2,848.07').last().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('another lead class reaches a date, and is undone', async () => {
  const { page, faults, context } = await journey.open({ height: 844 });
  const added = await Promise.all(
    [
      { name: '经济', factor: 1.5, percent: -10 },
      { name: '加急', factor: 0.5, percent: 30 },
    ].map((lead) =>
      journey.app.send('POST', '/lead-class', { as: 'admin', body: { ...lead, sort: 1, status: 2 } }),
    ),
  );
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page, 50);
  await page.getByText('¥2,848.07').first().waitFor();
  await page.getByRole('button', { name: '省钱建议' }).click();
  const suggestions = page.getByRole('region', { name: '降价与提前交付的办法' });
  await suggestions.getByRole('button', { name: /^采用：整单交期档位由“标准”改为“经济”$/ }).waitFor();
  await suggestions.getByRole('radio', { name: '目标交期' }).check();
  await suggestions.getByRole('textbox', { name: '目标交期' }).fill('4');
  const taking = { name: '采用：整单交期档位由“标准”改为“加急”' };
  const take = suggestions.getByRole('button', taking);
  await take.waitFor();
  await expectAccessible(page, 'suggestions by lead class');
  const suggestion = suggestions.getByRole('listitem').filter({ has: page.getByRole('button', taking) });
  const promised = /整单合计 (¥[\d,.]+)/.exec((await suggestion.textContent()) ?? '')![1]!;
  await take.click();
  const summary = page.getByRole('complementary', { name: '报价单' });
  await summary.getByText(promised).last().waitFor();
  await suggestions.getByRole('button', { name: '撤销采用' }).click();
  await summary.getByText('¥2,848.07').last().waitFor();
  expect(faults).toEqual([]);
  await context.close();
  await journey.app.send('DELETE', '/lead-class', {
    as: 'admin',
    body: { ids: added.map(({ data }) => Number(data)) },
  });
});
