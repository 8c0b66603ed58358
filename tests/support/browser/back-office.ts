import type { Locator, Page } from 'playwright-core';
import type { Journey, JourneyPage } from './journey.ts';
import { addPerson } from '../data/people.ts';
import type { Envelope, SendOptions } from '../app/api.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Shared steps of the back-office journeys. */
export interface BackOffice {
  /** Opens this path, signed in as the administrator unless another token is given. */
  open(path: string, options?: OpenOptions): Promise<JourneyPage>;
  /** A concurrent call by the administrator. */
  send(method: Method, path: string, options?: SendOptions): Promise<Envelope>;
  /** The token of a user whose role has these permission codes and sees all records. */
  signInWith(...codes: string[]): Promise<string>;
}

type OpenOptions = Parameters<Journey['open']>[0] & { token?: string };

interface MenuNode {
  menuId: number;
  permission: string;
  children: MenuNode[];
}

/** The back office of a started journey. */
export function backOfficeOf(journey: Journey): BackOffice {
  let adminToken: Promise<string> | undefined;
  const send: BackOffice['send'] = (method, path, options) =>
    journey.app.send(method, path, { as: 'admin', ...options });
  return {
    send,
    async open(path, { token, ...options } = {}) {
      const opened = await journey.open(options);
      const value = token ?? (await (adminToken ??= journey.app.signIn('admin')));
      await opened.page.addInitScript((stored) => localStorage.setItem('quotemill.token', stored), value);
      await opened.page.goto(path);
      return opened;
    },
    async signInWith(...codes) {
      const { token, roleId } = await addPerson(journey.app, { permissions: [], dataScope: '1' });
      const menus = everyMenu((await send('GET', '/menu')).data);
      const menuIds = menus
        .filter(({ permission }) => codes.includes(permission))
        .map(({ menuId }) => menuId);
      const role = (await send('GET', `/role/${roleId}`)).data as object;
      await send('PUT', `/role/${roleId}`, { body: { ...role, menuIds } });
      return token;
    },
  };
}

const everyMenu = (menus: MenuNode[]): MenuNode[] =>
  menus.flatMap((menu) => [menu, ...everyMenu(menu.children)]);

/** Waits for a message with this text, shown now or since the page was opened; each message counts once. */
export async function expectMessage(page: Page, words: string): Promise<void> {
  const found = page.waitForFunction((wanted) => {
    const { seenMessages } = globalThis as unknown as { seenMessages: string[] };
    const index = seenMessages.findIndex((message) => message.includes(wanted));
    return index >= 0 && seenMessages.splice(index, 1).length > 0;
  }, words);
  await found.catch(async (error: unknown) => {
    const seen = await page.evaluate(() => ({
      seenMessages: (globalThis as unknown as { seenMessages: string[] }).seenMessages,
      text: document.body.innerText,
    }));
    throw new Error(
      `no message “${words}” but ${JSON.stringify(seen.seenMessages)}, on a page of\n${seen.text}`,
      {
        cause: error,
      },
    );
  });
}

/** Waits until this text is visible. */
export const expectText = (page: Page, words: string): Promise<void> =>
  page.getByText(words).first().waitFor();

/** The dialog opened last: a drawer's confirmation, or the drawer. */
export const topDialog = (page: Page): Locator => page.getByRole('dialog').last();

/** Waits until every drawer is closed and the focus has returned. */
export const waitForClosedDialogs = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'hidden' });

/** Chooses an option of a drop-down list by its label after the list has stopped moving. */
export async function choose(page: Page, input: Locator, label: string): Promise<void> {
  await input.click();
  const list = page.locator('.ant-select-dropdown:visible:not([class*="ant-slide-"])');
  await list.getByText(label, { exact: true }).first().click();
}

/** Presses a row's delete button and confirms. The result is shown before the confirmation disappears. */
export async function remove(page: Page, row: Locator, verb = '删除'): Promise<void> {
  await row.getByRole('button', { name: verb }).click();
  await topDialog(page).getByRole('button', { name: verb }).click();
}

/** Rolls back the shown, published price draft. */
export async function rollBackDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: '撤回，恢复原价' }).click();
  await topDialog(page)
    .getByRole('button', { name: /^撤\s*回$/ })
    .click();
}

/** Fills a field of the filter bar of an unfiltered list, applies it and waits for the filtered list. */
export async function filterBy(page: Page, label: string, text: string): Promise<void> {
  const input = page.getByRole('search').getByLabel(label);
  await input.fill(text);
  await input.press('Enter');
  // The URL changes before the page; this button shows the number of filters.
  await page.getByRole('button', { name: '收起筛选' }).getByText('1').waitFor();
}

/** The row of a tree table with exactly this text in its first cell. */
export const treeRow = (page: Page, name: string): Locator =>
  page
    .getByRole('treegrid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

/** Presses Tab, or Shift Tab with `isBack`, until this element has the focus. */
export async function tabTo(page: Page, target: Locator, isBack = false): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab doesn't lead to ${target.toString()}`);
}
