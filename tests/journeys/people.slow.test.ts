import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backOfficeOf,
  choose,
  waitForClosedDialogs,
  remove,
  expectText,
  expectMessage,
  topDialog,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';

let journey: Journey;
let office: BackOffice;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '保存' }).click();

describe('users', () => {
  test('can be created with a generated password, found, edited during a concurrent edit, disabled and deleted', async () => {
    const { page, faults } = await office.open('/admin/sys-user', { expectedStatuses: [409] });
    await page.getByRole('button', { name: '新增用户' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('用户名').fill('welder');
    await drawer.getByRole('button', { name: '生成密码' }).click();
    await drawer.getByLabel('姓名').fill('焊工甲');
    await choose(page, drawer.getByLabel('部门'), '生产部');
    await choose(page, drawer.getByLabel('角色'), '销售');
    await choose(page, drawer.getByLabel('角色'), '工艺');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '创建成功');

    await page.goto('/admin/sys-user?nickName=焊工');
    const row = page.getByRole('row', { name: /welder/ });
    await row.getByText('工艺').waitFor();
    await row.getByText('生产部').waitFor();
    await row.getByRole('link', { name: '修改' }).click();
    await drawer.getByLabel('电话').fill('13800000000');
    // Another administrator renames the user in between.
    const { list } = (await office.send('GET', '/sys-user?username=welder')).data as {
      list: { userId: number }[];
    };
    const record = list[0]!;
    await office.send('PUT', `/sys-user/${record.userId}`, { body: { ...record, nickName: '焊工乙' } });
    await save(page);
    await expectMessage(page, '数据已被他人修改');
    await page.getByRole('button', { name: '按所选合并' }).click();
    await save(page);
    await expectMessage(page, '更新成功');
    await page.getByRole('row', { name: /焊工乙.*13800000000/ }).waitFor();

    await row.getByRole('link', { name: '重置密码' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '生成密码' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '重置密码' }).click();
    await expectText(page, '关闭后无法再次查看');
    await page.getByRole('dialog').getByRole('button', { name: '完成' }).click();

    await row.getByRole('button', { name: '停用' }).click();
    await topDialog(page).getByRole('button', { name: '停用' }).click();
    await row.getByRole('button', { name: '启用' }).waitFor();
    await remove(page, row);
    await expectMessage(page, '删除成功');
    await expectText(page, '没有符合条件的记录');
    expect(faults).toEqual([]);
  });
});

describe('the role editor', () => {
  const checked = (page: Page, name: string) =>
    page
      .getByRole('treegrid')
      .getByRole('checkbox', { name, exact: true })
      .evaluate((box: HTMLInputElement) => (box.indeterminate ? 'half' : box.checked));

  test('works by keyboard, and shows a page with some of its buttons unchanged when reopened', async () => {
    const { page, faults } = await office.open('/admin/sys-role/create');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('角色名称').fill('质检');
    await drawer.getByLabel('角色标识').fill('inspector');
    await drawer.getByLabel('搜索菜单权限').fill('岗位');
    const grid = drawer.getByRole('treegrid');
    await grid.getByText('GET /post 岗位列表').waitFor();
    await drawer.getByRole('button', { name: '收起全部' }).focus();
    await page.keyboard.press('Tab');
    // 管理后台 → 系统管理 → 岗位
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    expect(await checked(page, '岗位')).toBe(true);
    expect(await checked(page, '管理后台')).toBe('half');
    for (const key of ['ArrowDown', 'Space']) await page.keyboard.press(key);
    expect(await checked(page, '岗位')).toBe('half');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '创建成功');

    const { list } = (await office.send('GET', '/role?roleKey=inspector')).data as {
      list: { roleId: number; menuIds: number[] }[];
    };
    await page.goto(`/admin/sys-role/${list[0]!.roleId}/edit`);
    await drawer.getByLabel('搜索菜单权限').fill('岗位');
    expect(await checked(page, '岗位')).toBe('half');
    expect(await checked(page, '系统管理')).toBe('half');
    expect(await checked(page, '查看岗位详情')).toBe(false);
    expect(await checked(page, '新增岗位')).toBe(true);
    expect(list[0]!.menuIds).toHaveLength(5);
    expect(faults).toEqual([]);
  });

  test('a data scope can consist of chosen departments', async () => {
    const { page, faults } = await office.open('/admin/sys-role?roleKey=sales');
    await page.getByRole('link', { name: '数据权限' }).click();
    await page.getByText('自定义部门').last().click();
    await page.getByRole('checkbox', { name: '示例客户公司' }).check();
    await save(page);
    await expectMessage(page, '更新成功');
    await page.getByRole('row', { name: /sales/ }).getByText('自定义部门').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the menu tree', () => {
  test('a page is added below a directory, moved, reordered by keyboard and deleted, and the side menu follows', async () => {
    const { page, faults } = await office.open('/admin/sys-menu', { expectedStatuses: [409] });
    const side = page.getByRole('navigation', { name: '主菜单' });
    const rowOf = (name: string) => page.getByRole('treegrid').getByRole('row').filter({ hasText: name });
    await rowOf('数据看板').getByRole('button', { name: '新增下级' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('菜单名称').fill('岗位一览');
    await drawer.getByLabel('菜单标识').fill('PostsAgain');
    await drawer.getByLabel('路径').fill('/admin/sys-post');
    await drawer.getByLabel('权限标识').fill('查看岗位列表');
    await page
      .locator('.ant-select-dropdown:visible')
      .getByText('查看岗位列表（admin:sysPost:list）')
      .click();
    await drawer.getByText('GET /post').waitFor();
    await save(page);
    await expectMessage(page, '创建成功');
    await waitForClosedDialogs(page);
    await side.getByText('岗位一览').waitFor();
    const order = () => page.getByRole('treegrid').getByRole('rowheader').allTextContents();
    expect(await order()).toEqual(expect.arrayContaining(['交付看板', '岗位一览']));

    // By keyboard: two positions up, then to another parent.
    await rowOf('岗位一览').press('Alt+ArrowUp');
    await expectMessage(page, '顺序已保存');
    await expect
      .poll(order)
      .toSatisfy((names: string[]) => names.indexOf('岗位一览') < names.indexOf('交付看板'));
    await rowOf('岗位一览').press('Enter');
    await drawer.getByLabel('上级菜单').fill('日志与');
    await choose(page, drawer.getByLabel('上级菜单'), '日志与监控');
    await save(page);
    await expectMessage(page, '更新成功');
    await expect
      .poll(() => side.getByRole('menuitem').allTextContents())
      .toSatisfy((names: string[]) => names.indexOf('岗位一览') > names.indexOf('日志与监控'));

    // A branch cannot be moved below itself.
    await rowOf('系统管理').getByRole('button', { name: '修改' }).click();
    await drawer.getByLabel('上级菜单').click();
    const own = page.locator('.ant-select-dropdown:visible .ant-select-tree-treenode', {
      hasText: '系统管理',
    });
    await own.first().waitFor();
    expect(await own.first().getAttribute('class')).toContain('disabled');
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: '取消' }).click();

    await page.goto('/admin/sys-menu?title=岗位');
    const parent = page
      .getByRole('treegrid')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: '岗位', exact: true }) });
    await parent.waitFor();
    expect(await parent.getByRole('button', { name: '删除' }).count()).toBe(0);
    await remove(page, rowOf('岗位一览'));
    await expectMessage(page, '删除成功');
    await expect.poll(() => side.getByText('岗位一览').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('departments', () => {
  test('can be added below another; one with users cannot be deleted, and the reason is shown', async () => {
    const { page, faults } = await office.open('/admin/sys-dept', { expectedStatuses: [409] });
    const rowOf = (name: string) => page.getByRole('treegrid').getByRole('row').filter({ hasText: name });
    await rowOf('生产部').getByRole('button', { name: '新增下级' }).click();
    await page.getByRole('dialog').getByLabel('部门名称').fill('一车间');
    await save(page);
    await expectMessage(page, '创建成功');
    await rowOf('一车间').waitFor();
    expect(await rowOf('一车间').getAttribute('aria-level')).toBe('3');
    await remove(page, rowOf('示例客户公司'));
    await page
      .getByText(/用户.*不能删除|仍有.*用户/)
      .first()
      .waitFor();
    await rowOf('一车间').getByRole('link', { name: '用户' }).click();
    await page.waitForURL(/\/admin\/sys-user\?deptId=\d+$/);
    await expectText(page, '没有符合条件的记录');
    expect(faults).toEqual([]);
  });
});

describe('dictionaries', () => {
  test('a type opens its entries; a new entry can be chosen at once', async () => {
    const { page, faults } = await office.open('/admin/dict?dictType=material_tag');
    await page
      .getByRole('row', { name: /材料分类/ })
      .getByRole('link', { name: '字典数据' })
      .click();
    await page.getByRole('row', { name: /aluminium/ }).waitFor();
    await page.getByRole('button', { name: '新增字典数据' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('材料分类').waitFor();
    await drawer.getByLabel('字典标签').fill('镁合金');
    await drawer.getByLabel('字典键值').fill('magnesium');
    await choose(page, drawer.getByLabel('颜色'), '青柠');
    await save(page);
    await expectMessage(page, '创建成功');
    await page
      .getByRole('row', { name: /magnesium/ })
      .getByText('青柠')
      .waitFor();
    expect(faults).toEqual([]);
  });
});
