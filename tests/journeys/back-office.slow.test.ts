import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInOn, startJourney, type Journey } from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

async function openAsAdmin() {
  const opened = await journey.open();
  await opened.page.goto('/admin');
  await opened.page.waitForURL(/\/admin\/login/);
  await signInOn(opened.page, 'admin', testPasswords.admin);
  await opened.page.waitForURL(/\/admin\/?$/);
  await opened.page.getByRole('navigation').first().waitFor();
  return opened;
}

describe('the back office', () => {
  test('refuses a customer, says so and signs it out', async () => {
    const { page, faults } = await journey.open();
    await page.goto('/admin/login');
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByText('你没有任何权限！即将退出登录').waitFor();
    await page.waitForURL(/\/admin\/login/);
    expect(faults).toEqual([]);
  });

  test('sends a signed-in visitor from its login page to the home page, and an unknown address to 404', async () => {
    const { page, faults } = await openAsAdmin();
    await page.goto('/admin/login');
    await page.waitForURL(/\/admin\/?$/);
    await page.goto('/admin/no-such-page');
    await page.getByText('404').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('a post is created, found by a filter kept in the address, edited and deleted', async () => {
    const { page, faults } = await openAsAdmin();
    await page.goto('/admin/sys-post');
    await page.getByRole('button', { name: /新\s*增|新\s*建/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('岗位名称').fill('车间主任');
    await drawer.getByLabel('岗位编码').fill('foreman');
    await drawer.getByRole('button', { name: /保\s*存/ }).click();
    await page.getByText('创建成功').waitFor();
    await page.goto('/admin/sys-post?postName=车间');
    const row = page.getByRole('row', { name: /foreman/ });
    await row.waitFor();
    await row
      .getByRole('button', { name: /编\s*辑|修\s*改/ })
      .or(row.getByRole('link', { name: /编\s*辑|修\s*改/ }))
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('岗位名称').fill('车间主管');
    await page.keyboard.press('Control+s');
    await page.getByText('更新成功').waitFor();
    await page
      .getByRole('row', { name: /车间主管/ })
      .getByRole('button', { name: /删\s*除/ })
      .click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('tooltip'))
      .getByRole('button', { name: /删\s*除|确\s*定/ })
      .last()
      .click();
    await page.getByText('删除成功').waitFor();
    expect(faults).toEqual([]);
  });
});
