import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backOfficeOf,
  choose,
  waitForClosedDialogs,
  filterBy,
  remove,
  expectText,
  expectMessage,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
let office: BackOffice;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

/** Downloads the list as CSV. */
async function exported(page: Page) {
  await page.getByRole('button', { name: '导出' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 CSV' }).click();
  return readFile(await (await downloading).path(), 'utf8');
}

describe('settings', () => {
  const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

  test('are changed, refused with a reason, resolved after a concurrent edit, and show who changed them', async () => {
    const { page, faults } = await office.open('/admin/sys-config/set', { expectedStatuses: [400, 409] });
    await status(page, '没有修改');
    await page.getByLabel('报价有效天数').fill('30');
    await page.getByRole('button', { name: '从节假日移除 2027-01-01' }).click();
    await page.getByLabel('反馈地址').fill('ftp://shop.example');
    await page.getByText('地址应以 https:// 或 http:// 开头').waitFor();
    await page.getByRole('button', { name: '保存' }).click();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);
    await expect.poll(focused).toBe('ftp://shop.example');
    await page.getByLabel('反馈地址').fill('https://shop.example/feedback');
    // A rule that only the server checks: the site name is required.
    await page.getByLabel('系统名称').fill(' ');
    await status(page, '4 项待保存');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('region', { name: '站点' }).getByText('请输入系统名称').waitFor();
    await page.getByLabel('系统名称').fill('精工报价');

    const typed = (await office.send('GET', '/set-config/typed')).data as {
      configKey: string;
      version: number;
    }[];
    const { version } = typed.find(({ configKey }) => configKey === 'quote.validDays')!;
    const body = [{ configKey: 'quote.validDays', configValue: '20', version }];
    await office.send('PUT', '/set-config', { body });
    await page.getByRole('button', { name: '保存' }).click();
    const conflict = page.getByRole('dialog', { name: '参数已被他人修改' });
    await conflict.getByRole('row', { name: /报价有效天数 15 30 20（.*）/ }).waitFor();
    await conflict.getByRole('button', { name: '按所选合并' }).click();
    await waitForClosedDialogs(page);
    await page.getByRole('button', { name: '保存' }).click();
    await expectMessage(page, '更新成功');
    await status(page, '没有修改');
    await page
      .getByText(/^系统管理员 修改于 \d{4}-\d\d-\d\d/)
      .first()
      .waitFor();
    const { data } = await office.send('GET', '/app-config');
    expect(data).toMatchObject({ 'site.name': '精工报价', 'quote.holidays': '2026-12-31' });
    expect((await office.send('GET', '/configKey/quote.validDays')).data).toMatchObject({
      configValue: '30',
    });

    // The operation log has the old and the new values.
    await page.goto('/admin/sys-oper-log?title=修改参数设置');
    await page.getByRole('link', { name: '修改参数设置' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: '系统名称 智造报价 精工报价', exact: true })
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('are listed with custom ones, which can be added, edited and deleted; built-in ones cannot be deleted', async () => {
    const { page, faults } = await office.open('/admin/sys-config/set', { expectedStatuses: [409] });
    await page.getByRole('link', { name: '参数列表' }).click();
    await page.waitForURL(/\/set\/raw$/);
    await page.getByRole('button', { name: '新增参数' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('参数名称').fill('车间电话');
    await drawer.getByLabel('参数键名').fill('shop.phone');
    await drawer.getByLabel('参数值').fill('0755-0000');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '创建成功');
    await waitForClosedDialogs(page);
    await filterBy(page, '参数键名', 'shop.');
    await page.waitForURL(/configKey=shop/);
    const row = page.getByRole('row', { name: /shop\.phone.*0755-0000.*自定义/ });
    await row.getByRole('link', { name: '修改' }).click();
    await drawer.getByLabel('参数值').fill('0755-1111');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '更新成功');
    await waitForClosedDialogs(page);
    await remove(page, page.getByRole('row', { name: /0755-1111/ }));
    await expectText(page, '没有符合条件的记录');
    await page.goto('/admin/sys-config/set/raw?configKey=site.name');
    const builtIn = page.getByRole('row', { name: /site\.name/ });
    await builtIn.waitFor();
    expect(await builtIn.getByRole('button', { name: '删除' }).count()).toBe(0);

    expect(faults).toEqual([]);
  });
});

describe('logs', () => {
  test('sign-ins are found by outcome, opened, exported, and deleted with a separate permission', async () => {
    const body = { username: 'intruder', password: 'guessed-password-1' };
    await journey.app.send('POST', '/login', { body });
    const { page, faults } = await office.open('/admin/sys-login-log');
    await filterBy(page, '用户名', 'intruder');
    await page.waitForURL(/username=intruder/);
    const row = page.getByRole('row', { name: /intruder.*失败/ });
    await row.waitFor();
    await choose(page, page.getByRole('search').getByLabel('结果'), '成功');
    await page.getByRole('button', { name: '查询' }).click();
    await expectText(page, '没有符合条件的记录');
    await page.goto('/admin/sys-login-log?username=intruder&status=1');
    await row.getByRole('link', { name: 'intruder' }).click();
    await page.getByRole('dialog').getByText('用户名或密码错误').waitFor();
    expect(await page.content()).not.toContain(body.password);
    await page.keyboard.press('Escape');
    await waitForClosedDialogs(page);
    const csv = await exported(page);
    expect(csv).toContain('intruder');
    expect(csv).not.toContain(body.password);

    await remove(page, row);
    await expectMessage(page, '删除成功');
    await expectText(page, '没有符合条件的记录');
    await page.goto('/admin/sys-oper-log?title=删除登录日志');
    await page
      .getByRole('row', { name: /系统管理员|admin/ })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('operations show changes without secrets; deleting some is logged', async () => {
    const { userId } = await addPerson(journey.app);
    const password = 'a-secret-nobody-reads-1';
    await office.send('PUT', '/user/pwd/reset', { body: { userId, password } });
    await office.send('POST', '/post', {
      body: { postName: '叉车工', postCode: 'forklift', sort: 9, status: 2 },
    });
    const { page, faults } = await office.open('/admin/sys-oper-log');
    await filterBy(page, '操作内容', '重置密码');
    const row = page.getByRole('row', { name: /重置密码.*修改.*成功/ });
    await row.getByRole('link', { name: '重置密码' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('admin:sysUser:resetPwd').waitFor();
    expect(await details.innerText()).not.toContain('PUT');
    expect(await page.content()).not.toContain(password);
    await page.keyboard.press('Escape');
    await waitForClosedDialogs(page);
    const csv = await exported(page);
    expect(csv).toContain('重置密码,修改,PUT,重置密码,admin:sysUser:resetPwd,');
    expect(csv).not.toContain(password);

    await page.goto('/admin/sys-oper-log?requestMethod=POST&operUrl=/api/v1/post');
    const created = page.getByRole('row', { name: /新增岗位/ });
    await created.getByRole('link', { name: '新增岗位' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: '岗位名称 （空） 叉车工', exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await waitForClosedDialogs(page);
    await remove(page, created);
    await expectText(page, '没有符合条件的记录');
    await page.goto('/admin/sys-oper-log?requestMethod=DELETE');
    await page
      .getByRole('row', { name: /删除操作日志/ })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });
});

describe('online sessions', () => {
  test('can be ended, which shows the login page in their browser', async () => {
    const visitor = await journey.open({ expectedStatuses: [401] });
    await visitor.page.goto('/');
    await signInOn(visitor.page, 'demo', testPasswords.demo);
    await visitor.page.getByRole('button', { name: '提交订单' }).waitFor();
    const { page, faults } = await office.open('/admin/online-session');
    await page.getByText('当前会话').waitFor();
    await filterBy(page, '用户名', 'demo');
    const row = page.getByRole('row', { name: /demo.*示例客户公司/ });
    await remove(page, row, '强制下线');
    await expectMessage(page, '已强制下线');
    await expectText(page, '没有符合条件的记录');
    await visitor.page.reload();
    await visitor.page.waitForURL(/\/user\/login/);
    await visitor.page.getByLabel('用户名').waitFor();

    expect([...faults, ...visitor.faults]).toEqual([]);
  });
});

describe('the monitor', () => {
  test('shows figures, polls every five seconds, and stops when the page is left', async () => {
    const { page, faults } = await office.open('/admin');
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/server-monitor')) asked += 1;
    });
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByRole('link', { name: '服务监控' }).click();
    await page
      .getByRole('region', { name: '处理器' })
      .getByText(/^[\d.]+%$/)
      .waitFor();
    await page.getByRole('region', { name: '数据库', exact: true }).getByText(/^18\./).waitFor();
    await page.getByRole('region', { name: '文件存储' }).getByText('磁盘').waitFor();
    await page.clock.fastForward(5_000);
    await expect.poll(() => asked).toBeGreaterThan(1);
    // On a constantly busy machine the chart is a flat line, which the browser does not count as visible.
    const line = page.getByRole('img', { name: '处理器最近五分钟' }).locator('polyline');
    await line.waitFor({ state: 'attached' });

    await menu.getByRole('link', { name: '岗位' }).click();
    await page.getByRole('row', { name: /inspector/ }).waitFor();
    const before = asked;
    for (let minutes = 0; minutes < 3; minutes += 1) await page.clock.fastForward(60_000);
    await page.getByRole('button', { name: '刷新' }).click();
    await page.getByRole('row', { name: /inspector/ }).waitFor();
    expect(asked).toBe(before);
    expect(faults).toEqual([]);
  });
});
