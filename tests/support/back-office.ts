import type { Locator, Page } from 'playwright-core';
import type { Journey, JourneyPage } from './journey.ts';
import { addPerson } from './people.ts';
import type { Envelope, SendOptions } from './api.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What the journeys of the back office do again and again. */
export interface BackOffice {
  /** A page at this address; signed in as the administrator unless there is another token. */
  open(path: string, options?: OpenOptions): Promise<JourneyPage>;
  /** A call that the administrator makes elsewhere meanwhile. */
  send(method: Method, path: string, options?: SendOptions): Promise<Envelope>;
  /** A token of somebody whose role has the menus with these codes and sees all records. */
  signInWith(...codes: string[]): Promise<string>;
}

type OpenOptions = Parameters<Journey['open']>[0] & { token?: string };

interface MenuNode {
  menuId: number;
  permission: string;
  children: MenuNode[];
}

/** The back office of a journey that has started. */
export function backOfficeOf(journey: Journey): BackOffice {
  let adminToken: Promise<string> | undefined;
  const send: BackOffice['send'] = (method, path, options) =>
    journey.app.send(method, path, { as: 'admin', ...options });
  return {
    send,
    async open(path, { token, ...options } = {}) {
      const opened = await journey.open(options);
      const value = token ?? (await (adminToken ??= journey.app.signIn('admin')));
      await opened.page.addInitScript(noteMessages);
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

/** Notes the text of each message that the page shows: some are gone before a busy machine has looked. */
function noteMessages(): void {
  const told: string[] = [];
  Object.assign(globalThis, { told });
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        const messages = node instanceof Element ? node.querySelectorAll('.ant-message-notice-title') : [];
        for (const message of messages) told.push(message.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** A message with these words is shown, or was since the page began; each counts once. */
export async function told(page: Page, words: string): Promise<void> {
  const found = page.waitForFunction((wanted) => {
    const { told } = globalThis as unknown as { told: string[] };
    const index = told.findIndex((message) => message.includes(wanted));
    return index >= 0 && told.splice(index, 1).length > 0;
  }, words);
  await found.catch(async (error: unknown) => {
    const seen = await page.evaluate(() => ({
      told: (globalThis as unknown as { told: string[] }).told,
      text: document.body.innerText,
    }));
    throw new Error(`never told “${words}” but ${JSON.stringify(seen.told)}, on a page of\n${seen.text}`, {
      cause: error,
    });
  });
}

/** These words can be read. */
export const shown = (page: Page, words: string): Promise<void> => page.getByText(words).first().waitFor();

/** The dialog that was opened last: a drawer's question, or the drawer. */
export const topDialog = (page: Page): Locator => page.getByRole('dialog').last();

/** No drawer is open any more, so that the focus is where it belongs. */
export const closed = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'hidden' });

/** Chooses an option of a drop-down list by its label, once the list has come to rest. */
export async function choose(page: Page, input: Locator, label: string): Promise<void> {
  await input.click();
  const list = page.locator('.ant-select-dropdown:visible:not([class*="ant-slide-"])');
  await list.getByText(label, { exact: true }).first().click();
}

/** Presses a row's deletion and says yes to the question. What comes of it is told before the question is gone. */
export async function remove(page: Page, row: Locator, verb = '删除'): Promise<void> {
  await row.getByRole('button', { name: verb }).click();
  await topDialog(page).getByRole('button', { name: verb }).click();
}

/** Fills a field of the filter bar of a list without filters and applies it; the list is the filtered one then. */
export async function filterBy(page: Page, label: string, text: string): Promise<void> {
  const input = page.getByRole('search').getByLabel(label);
  await input.fill(text);
  await input.press('Enter');
  // The address is there before the page has followed it; this button counts the filters.
  await page.getByRole('button', { name: '收起筛选' }).getByText('1').waitFor();
}

/** The row of a tree table whose first cell says exactly this. */
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
