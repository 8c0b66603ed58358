import type { Browser, Page } from 'playwright-core';
import { signIn, type ApiClient } from '../tests/support/app/api-client.ts';
import { withServerAndBrowser } from './built-server.ts';
import { repeat, type Figure, type Part } from './figure.ts';
import { chainFigures, seriesFigure, visitPage, type PageChain, type VisitOptions } from './page-visit.ts';
import { atScale } from './scale.ts';

const VISITS = atScale(1, 7);
const SLOW_DOWN = atScale(1, 4);
/** Longer than the work of the page between two requests. */
const LATENCY_MS = 200;
/** Time to wait after the list is visible, so that a late layout shift counts. */
const SETTLE_MS = atScale(100, 1_000);
const MENUS = atScale(80, 500);
/** People perceive a response within this time as immediate. */
const IMMEDIATE_MS = 100;

/** The back office in a headless browser on the same machine; each visit to the list has an empty cache. */
export const backOfficePages: Part = {
  title: 'Back office in headless Chromium',
  measure: () =>
    withServerAndBrowser(async ({ address }, browser) => {
      const admin = await signIn(address, 'admin');
      const { data: user } = (await admin.call('GET', '/getinfo')).body;
      const visit = (slowDown: number, latencyMs = 0) =>
        openList(browser, { address, token: admin.token, user, slowDown, latencyMs });
      await visit(1); // warms up the server
      const fast = await repeat(VISITS, () => visit(1));
      const slow = await repeat(VISITS, () => visit(SLOW_DOWN));
      const late = await visit(1, LATENCY_MS);
      await addMenus(admin);
      const trees = await measureTrees(browser, address, admin.token);
      return [
        ...chainFigures('first list visible', slow, `CPU slowed ${SLOW_DOWN} times`, 1.5),
        seriesFigure('first list visible', late, LATENCY_MS, 5),
        ...chainFigures('first list visible', fast, 'CPU as it is'),
        ...trees,
      ];
    }),
};

/** Loads the list of dictionaries until its rows are visible. */
async function openList(
  browser: Browser,
  options: Pick<VisitOptions, 'address' | 'token' | 'user' | 'slowDown' | 'latencyMs'>,
): Promise<PageChain> {
  const { page, chain } = await visitPage(browser, {
    path: '/admin/dict',
    shown: 'tbody tr[data-row-key]',
    restMs: SETTLE_MS,
    ...options,
  });
  await page.context().close();
  return chain;
}

/** Adds groups of ten pages each, up to the number of menus in a large shop. */
async function addMenus(admin: ApiClient): Promise<void> {
  const add = async (menu: object): Promise<number> => {
    const { status, body } = await admin.call('POST', '/menu', menu);
    if (status !== 200) throw new Error(`${status} ${String(body['msg'])}`);
    return Number(body['data']);
  };
  const { body } = await admin.call('GET', '/menu');
  const tree = body['data'] as Node[];
  let count = countNodes(tree);
  const root = tree.at(-1)?.menuId ?? 0;
  const shared = { icon: '', path: '', permission: '', visible: '0' };
  for (let group = 0; count < MENUS; group += 1) {
    const parentId = await add({
      ...shared,
      menuType: 'M',
      parentId: root,
      title: `目录${group}`,
      menuName: `Group${group}`,
      path: `/admin/group-${group}`,
      sort: 100 + group,
    });
    for (let page = 0; page < 10; page += 1) {
      await add({
        ...shared,
        menuType: 'C',
        parentId,
        title: `页面${group}-${page}`,
        menuName: `Page${group}x${page}`,
        path: `/admin/sys-post`,
        permission: 'admin:sysPost:list',
        sort: page,
      });
    }
    count += 11;
  }
}

interface Node {
  menuId: number;
  children: Node[];
}

const countNodes = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0);

async function measureTrees(browser: Browser, address: string, token: string): Promise<Figure[]> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((text) => localStorage.setItem('quotemill.token', text), token);
  const page = await context.newPage();
  const figures: Figure[] = [];
  const time = async (name: string, act: () => Promise<void>) => {
    figures.push({
      name: `${name}, ${MENUS} menus`,
      value: await untilPainted(page, act),
      unit: 'ms',
      target: { atMost: IMMEDIATE_MS },
    });
  };
  await page.goto('/admin/sys-menu');
  await page.getByRole('row').nth(5).waitFor();
  await time('menu tree: everything opened', () => page.getByRole('button', { name: '展开全部' }).click());
  await page.locator('[role=row][tabindex="0"]').first().focus();
  await time('menu tree: to the last row', () => page.keyboard.press('End'));
  await page.goto('/admin/sys-role/2/edit');
  const editor = page.getByRole('dialog');
  await editor.getByRole('treegrid').getByRole('row').nth(3).waitFor();
  await time('role editor: everything opened', () =>
    editor.getByRole('button', { name: '展开全部' }).click(),
  );
  await editor.locator('[role=row][tabindex="0"]').first().focus();
  await time('role editor: a whole branch chosen', () => page.keyboard.press('Space'));
  await context.close();
  return figures;
}

/** Milliseconds of the page's clock from a click or key to the second frame after it, which shows the effect. */
async function untilPainted(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    delete document.documentElement.dataset['painted'];
    for (const type of ['click', 'keydown']) {
      addEventListener(
        type,
        ({ timeStamp }) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              document.documentElement.dataset['painted'] = `${performance.now() - timeStamp}`;
            }),
          ),
        { once: true, capture: true },
      );
    }
  });
  await act();
  const painted = await page.waitForFunction(() => document.documentElement.dataset['painted']);
  return Number(await painted.jsonValue());
}
