import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { password } from '#tests/support/data/customers.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';

let journey: Journey;
let passwordHash: string;
beforeAll(async () => {
  journey = await startJourney();
  passwordHash = await hashPassword(password);
});
afterAll(() => journey.close());

const newPerson = (roleKey: 'customer' | 'admin') =>
  addPerson(journey.app, { roleKey, user: { passwordHash } });

async function open(person: Person, address: string, options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto(address);
  await signInOn(opened.page, person.username, password);
  return opened;
}

/**
 * Ends every session of the user: at the next request the page shows one notice and the login page. That request may
 * be one of the page itself, and `request` then does not complete.
 */
async function ended(page: Page, { userId }: Person, login: RegExp, request: () => Promise<void>) {
  await journey.app.database.db.delete(sessions).where(eq(sessions.userId, userId));
  const left = page.waitForURL(login);
  await Promise.all([left, Promise.race([left, request()])]);
  // The notice stays until the next sign-in.
  await page.getByText(/^登陆超时/).waitFor();
}

const offline = (page: Page) => page.getByText(/网络连接失败|网络已断开/).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Faults except those of the requests that fail on purpose. */
const unexpected = (faults: string[]) =>
  faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|status of 401/.test(fault));

describe('a customer', () => {
  test('is asked before leaving after attaching a drawing without a network, and need not attach it again', async () => {
    const { page, context, faults } = await open(await newPerson('customer'), '/');
    await fillStartPart(page);
    await button(page, '添加图纸').click();
    const input = page.getByLabel('选择附件');
    await input.waitFor({ state: 'attached' });
    await context.setOffline(true);
    await input.setInputFiles({
      name: '支架.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
    await button(page, '重试 支架.pdf').waitFor();
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await question;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await context.setOffline(false);
    await button(page, '重试 支架.pdf').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('支架.pdf');
    // Now a reload loses nothing.
    await page.reload();
    await button(page, '移除 支架.pdf').waitFor();
    expect(unexpected(faults)).toEqual([]);
  });

  test('sees the other correction and keeps the text when correcting the contact of an order in two tabs', async () => {
    const person = await newPerson('customer');
    const { page, faults } = await open(person, '/', { expectedStatuses: [409] });
    await button(page, '提交订单').first().waitFor();
    await fillStartPart(page);
    await button(page, '提交订单').first().click();
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success/);
    await page.getByRole('link', { name: '查看订单' }).click();
    await page
      .getByRole('button', { name: /修改.*(收货|联系)/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^收货地址/).fill('苏州工业园区 1 号');
    const { token } = person;
    const [{ id, version }] = listOf<{ id: number; version: number }>(
      await journey.app.send('GET', '/order', { token }),
    ) as [{ id: number; version: number }];
    const contact = { contactName: '张工', contactPhone: '13800138000', address: '无锡' };
    const other = await journey.app.send('POST', `/order/${id}/contact`, {
      token,
      body: { ...contact, version },
    });
    expect(other.status).toBe(200);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText(/刚在别处修改过.*无锡/).waitFor();
    expect(await dialog.getByLabel(/^收货地址/).inputValue()).toBe('苏州工业园区 1 号');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { data } = await journey.app.send('GET', `/order/${id}`, { token });
    expect(data).toMatchObject({ address: '苏州工业园区 1 号' });
    expect(faults).toEqual([]);
  });
});

describe('an administrator', () => {
  /** Ends the session on a page of the back office, and signs in again on the same page. */
  async function interrupt(page: Page, admin: Person, request: () => Promise<void>) {
    const address = new URL(page.url()).pathname;
    await ended(page, admin, /\/admin\/login/, request);
    await signInOn(page, admin.username, password);
    await page.waitForURL((url) => url.pathname === address);
  }

  test('finds prices, settings, a form and an import unchanged after the session has ended', async () => {
    const admin = await newPerson('admin');
    const { page, faults } = await open(admin, '/admin/table');
    const grid = page.getByRole('grid', { name: '价目总表' });
    await grid.waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('6.75/1');
    await page.keyboard.press('Enter');
    await page.getByText('1 个价格未保存').waitFor();
    await interrupt(page, admin, () => button(page, '保存').click());
    await page.getByText('1 个价格未保存').waitFor();
    await page.getByRole('gridcell', { name: /：6\.75\/1，未保存/ }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('1 个价格未保存').waitFor({ state: 'hidden' });

    const file = {
      name: '价目.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('材料编号,材料,选项编号,工艺,选项,价格,天数\n1,AL6061-T6,1,公差,一般,abc,1\n'),
    };
    await page.getByLabel('导入文件').setInputFiles(file);
    const preview = page.getByRole('dialog', { name: '导入预览 · 价目.csv' });
    await preview.waitFor();
    await interrupt(page, admin, () =>
      page.getByLabel('导入文件').setInputFiles({ ...file, name: '另一个.csv' }),
    );
    await preview.waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/admin/sys-config/set');
    const name = page.getByLabel('系统名称');
    await name.waitFor();
    const before = await name.inputValue();
    await name.fill(`${before} 二厂`);
    await interrupt(page, admin, () => page.keyboard.press('Enter'));
    await expect.poll(() => name.inputValue()).toBe(`${before} 二厂`);
    await page.getByText('1 项待保存').waitFor();
    await page.getByRole('button', { name: '放弃修改' }).click();

    await page.goto('/admin/sys-post/create');
    await page.getByRole('dialog').getByLabel('岗位名称').fill('夜班质检');
    await interrupt(page, admin, () => page.keyboard.press('Control+s'));
    await expect.poll(() => page.getByRole('dialog').getByLabel('岗位名称').inputValue()).toBe('夜班质检');
    expect(unexpected(faults)).toEqual([]);
  });

  test('saving without a network keeps the form; back asks before it is lost; no dialog outlives its page', async () => {
    const admin = await newPerson('admin');
    const { page, context, faults } = await open(admin, '/admin/sys-post');
    await page.getByRole('link', { name: '新增岗位' }).click();
    const name = page.getByRole('dialog').getByLabel('岗位名称');
    await name.fill('夜班调度');
    await page.getByRole('dialog').getByLabel('岗位编码').fill('night');
    await context.setOffline(true);
    await page.keyboard.press('Control+s');
    await offline(page).waitFor();
    expect(await name.inputValue()).toBe('夜班调度');
    await context.setOffline(false);
    await page.goBack();
    const question = page.getByRole('dialog', { name: '有尚未保存的修改' });
    await question.getByRole('button', { name: '继续修改' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('夜班调度');
    await page.keyboard.press('Control+s');
    await page.getByRole('cell', { name: '夜班调度' }).first().waitFor();

    await page.goto('/admin/sys-post');
    await page.getByRole('menuitem', { name: /用户$/ }).first().click();
    const ofUsers = page.getByRole('heading', { level: 1, name: '用户', exact: true });
    await ofUsers.waitFor();
    for (const opened of ['修改密码', '搜索']) {
      if (opened === '搜索') await page.keyboard.press('Control+k');
      else {
        await page.getByRole('button', { name: /用户菜单/ }).click();
        await page.getByRole('menuitem', { name: opened }).click();
      }
      await page.getByRole('dialog', { name: opened }).waitFor();
      await page.goBack();
      await page.waitForURL(/sys-post$/);
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
      await page.goForward();
      await page.waitForURL(/sys-user/);
      await ofUsers.waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    expect(unexpected(faults)).toEqual([]);
  });
});
