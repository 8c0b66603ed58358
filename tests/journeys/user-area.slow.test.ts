import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectFitsPhone, password, startCustomers } from '#tests/support/data/customers.ts';
import { signInOn, type Journey } from '#tests/support/browser/journey.ts';
import { openSession, type Person } from '#tests/support/data/people.ts';
import { expectValue } from '#tests/support/browser/shown.ts';
import { buildItem, buildOrder, place, type SeenCatalogue } from '#tests/support/data/quotations.ts';

const DAY_MS = 86_400_000;

let journey: Journey;
let catalogue: SeenCatalogue;
let addCustomer: () => Promise<Person>;
beforeAll(async () => {
  ({ journey, catalogue, addCustomer } = await startCustomers());
});
afterAll(() => journey.close());

/** Opens a page of the user area and signs the user in at the login page. */
async function open(person: Person, address: string, options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto(address);
  await signInOn(opened.page, person.username, password);
  await opened.page.getByRole('navigation', { name: '个人中心' }).waitFor();
  return opened;
}

interface Ordered {
  materialIndex?: number;
  /** The age of the order in days, by the server's clock. */
  daysAgo?: number;
  status?: 'placed' | 'quoted';
  name?: string;
}

/** Stores a quotation or places an order of one part. */
async function order(
  { token }: Person,
  { materialIndex = 0, daysAgo = 0, status = 'placed', name = '支架' }: Ordered = {},
) {
  journey.app.setNow(daysAgo === 0 ? undefined : new Date(Date.now() - daysAgo * DAY_MS));
  const body = await buildOrder(journey.app, { token }, [buildItem(catalogue, { materialIndex, name })], {
    status,
  });
  const answer = await place(journey.app, { token }, body);
  journey.app.setNow(undefined);
  if (answer.status !== 200) throw new Error(answer.msg);
  const read = await journey.app.send('GET', `/order/${Number(answer.data)}`, { token });
  return read.data as { id: number; orderNo: string };
}

const rows = (page: Page) => page.getByRole('article');
const day = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);

test('the user area without a session leads to the login page and back to the requested page', async () => {
  const person = await addCustomer();
  const { page, faults } = await open(person, '/user/order?status=placed');
  await page.waitForURL(/\/user\/order\?status=placed$/);
  await page.getByText('没有符合条件的报价。').waitFor();
  await page.getByRole('link', { name: '查看全部' }).click();
  await page.getByRole('link', { name: '去报价' }).waitFor();
  expect(faults).toEqual([]);
});

test('the profile is changed, also during a concurrent edit', async () => {
  const person = await addCustomer();
  const { page, faults } = await open(person, '/user', { expectedStatuses: [409] });
  await page.waitForURL(/\/user\/profile$/);
  const field = (name: string) => page.getByRole('textbox', { name });
  await field('姓名').fill('李工');
  await field('税号').fill('9131 0000 ma1k 3abc 2d');
  await field('邮箱').fill('nobody');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('邮箱的格式不正确').waitFor();
  await field('邮箱').fill('li@example.com');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('资料已保存').waitFor();
  await page.getByRole('button', { name: '李工' }).waitFor();

  const { token } = person;
  const { data } = await journey.app.send('GET', '/user/profile', { token });
  const { nickName, phone, email, companyTitle, taxNumber, address, version } = (
    data as { user: Record<string, string> }
  ).user;
  const elsewhere = {
    nickName,
    email,
    companyTitle,
    taxNumber,
    address,
    version,
    phone: `${phone}021-1000`,
  };
  expect(await journey.app.send('PUT', '/user/profile', { token, body: elsewhere })).toMatchObject({
    status: 200,
    data: { user: { taxNumber: '91310000MA1K3ABC2D', email: 'li@example.com' } },
  });
  await field('地址').fill('上海市示例路 1 号');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('电话：现在是“021-1000”，您填写的是“空”').waitFor();
  await page.getByRole('button', { name: '载入现在的资料' }).click();
  await field('地址').fill('上海市示例路 1 号');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await saved;
  await expect.poll(async () => page.getByRole('group', { name: '资料已被修改' }).count()).toBe(0);
  await page.reload();
  await field('姓名').waitFor();
  await expectValue(field('电话'), '021-1000');
  await expect.poll(() => field('地址').inputValue()).toBe('上海市示例路 1 号');
  await expectFitsPhone(page);
  expect(faults).toEqual([]);
});

test('the password is changed; this session continues, all others end', async () => {
  const person = await addCustomer();
  const other = await openSession(journey.app.database.db, person.userId);
  const { page, faults } = await open(person, '/user/profile', { expectedStatuses: [400] });
  await page.getByRole('link', { name: '修改密码' }).click();
  const change = async (old: string, next: string) => {
    await page.getByLabel('当前密码').fill(old);
    await page.getByLabel('新密码', { exact: true }).fill(next);
    await page.getByLabel('再次输入新密码').fill(next);
    await page.getByRole('button', { name: '修改密码' }).click();
  };
  await change('not the old one', 'quite another one');
  await page.locator('form').getByText('当前密码不正确').waitFor();
  await change(password, 'password123');
  await page.locator('form').getByText('该密码过于常见，请换一个').waitFor();
  await page.getByText(/^密码强度：弱/).waitFor();
  await change(password, 'quite another one');
  await page.getByText(/其他设备上的登录已全部退出/).waitFor();
  await expectFitsPhone(page);

  expect((await journey.app.send('GET', '/getinfo', { token: other })).status).toBe(401);
  await page.reload();
  await page.getByRole('link', { name: '历史报价' }).first().click();
  await page.getByRole('link', { name: '去报价' }).waitFor();
  expect(await journey.app.signIn(person.username, 'quite another one')).toHaveLength(43);
  expect(faults).toEqual([]);
});

test('the history is searched; an order is opened, printed, quoted again and cancelled', async () => {
  const person = await addCustomer();
  const { materials } = catalogue;
  const [common, rare] = [materials[0]!, materials.find(({ name }) => name !== materials[0]!.name)!];
  const old = await order(person, {
    daysAgo: 40,
    status: 'quoted',
    materialIndex: materials.indexOf(rare),
  });
  for (let count = 0; count < 20; count += 1) await order(person);
  const newest = await order(person, { name: '最新的法兰' });
  const { page, faults } = await open(person, '/user/profile');
  await page.getByRole('link', { name: '历史报价' }).first().click();
  await page.getByText('共 22 条，第 1 / 2 页').waitFor();
  expect(await rows(page).count()).toBe(20);
  const first = rows(page).first();
  await first.getByText(newest.orderNo).waitFor();
  await first.getByText('待确认').waitFor();
  await first.getByText(/最新的法兰/).waitFor();
  await expectFitsPhone(page);

  await page.getByRole('link', { name: '下一页' }).click();
  await page.waitForURL(/\?page=2$/);
  const expired = page.getByRole('article', { name: old.orderNo });
  await expired.getByText('已过期').waitFor();
  await page.reload();
  await expired.getByText('有效期至').waitFor();
  await page.goBack();
  await page.getByText('共 22 条，第 1 / 2 页').waitFor();

  const search = page.getByRole('search');
  const find = async (field: string, value: string, found: number) => {
    const control = search.getByLabel(field);
    if (field === '状态') await control.selectOption(value);
    else await control.fill(value);
    await search.getByRole('button', { name: '查询' }).click();
    await page.getByText(new RegExp(`^共 ${found} 条`)).waitFor();
    await search.getByRole('button', { name: '重置' }).click();
    await page.getByText('共 22 条').waitFor();
  };
  await find('编号', newest.orderNo.toLowerCase(), 1);
  await find('材料', rare.name, 1);
  await find('材料', common.name, 21);
  await find('状态', '已报价', 1);
  await find('开始日期', day(Date.now() - DAY_MS), 21);
  await find('结束日期', day(Date.now() - 40 * DAY_MS), 1);

  await first.getByRole('link', { name: '报价单' }).click();
  await page.waitForURL(new RegExp(`/order/quotation/${newest.id}$`));
  await page.getByText(newest.orderNo).first().waitFor();
  await page.goBack();
  await first.getByRole('link', { name: '返单' }).click();
  await page.waitForURL(/\/$/);
  await expect.poll(() => page.getByLabel('零件名称').inputValue()).toBe('最新的法兰');
  await page.goBack();
  await first.getByRole('link', { name: '详情' }).click();
  await page.waitForURL(new RegExp(`/order/details/${newest.id}$`));
  await page.getByRole('heading', { name: newest.orderNo }).waitFor();
  await page.goBack();

  await first.getByRole('button', { name: '取消订单' }).click();
  const dialog = page.getByRole('dialog', { name: `取消订单 ${newest.orderNo}` });
  await dialog.getByLabel('取消原因').fill('数量有误');
  await dialog.getByRole('button', { name: '确认取消' }).click();
  await first.getByText('已取消').waitFor();
  expect(await first.getByRole('button', { name: '取消订单' }).count()).toBe(0);
  const { data } = await journey.app.send('GET', `/order/${newest.id}/withExt`, { token: person.token });
  expect(data).toMatchObject({ status: 'cancelled', history: [{}, { reason: '数量有误' }] });
  expect(faults).toEqual([]);
});

test('the history never shows orders of another customer', async () => {
  const [mine, theirs] = [await addCustomer(), await addCustomer()];
  const other = await order(theirs);
  const own = await order(mine);
  const { page, faults } = await open(mine, '/user/order', { width: 360, height: 740 });
  await page.getByRole('article', { name: own.orderNo }).waitFor();
  expect(await rows(page).count()).toBe(1);
  await page.goto(`/user/order?orderNo=${other.orderNo}`);
  await page.getByText('没有符合条件的报价。').waitFor();
  await expectFitsPhone(page);
  expect(faults).toEqual([]);
});
