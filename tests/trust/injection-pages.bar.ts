import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { screens } from '#admin/screens/screens.ts';
import { paths } from '#storefront/app/paths.ts';
import { launchBrowser } from '#tests/support/browser/browser.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createSampler, scale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { storeScripts, type StoredScripts } from '#tests/support/hostile/stored-scripts.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let browser: Browser;
let stored: StoredScripts;
let adminToken: string;
beforeAll(async () => {
  [app, browser] = await Promise.all([createServedApp(), launchBrowser()]);
  stored = await storeScripts(app, scale === 'quick' ? 1 : 8);
  adminToken = (
    await addPerson(app, { roleKey: 'admin', user: { nickName: '<img src=x onerror=alert(1)>' } })
  ).token;
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

interface Visitor {
  page: Page;
  /** Dialogs, violations of the policy, errors and foreign requests. */
  faults: string[];
  /** Opens a page and waits until its requests are done and, with `shows`, a script is readable. Returns the number of readable scripts. */
  visit(path: string, shows: boolean): Promise<number>;
}

async function createVisitor(token: string | undefined): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: app.address,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  let at = '';
  const note = (fault: string) => faults.push(`${at}: ${fault}`);
  page.on('dialog', (dialog) => {
    note(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // The browser logs each failed request; a missing record is no error of the page.
    if (message.type() === 'error' && !/status of 40[0-9]/.test(message.text())) note(message.text());
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  const pending = new Set<unknown>();
  page.on('request', (request) => {
    if (!request.url().startsWith(app.address) && !/^(data|blob):/.test(request.url()))
      note(`a foreign request: ${request.url()}`);
    if (!request.url().includes('/stream')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await page.exposeFunction('noteViolation', (text: string) => note(`the policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { noteViolation } = globalThis as unknown as { noteViolation: (text: string) => void };
      noteViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  if (token !== undefined)
    await page.addInitScript((value) => localStorage.setItem('quotemill.token', value), token);
  return {
    page,
    faults,
    async visit(path, shows) {
      at = path;
      pending.clear();
      await page.goto(path);
      let quietSince = performance.now();
      await expect
        .poll(
          () => {
            if (pending.size > 0) quietSince = performance.now();
            return performance.now() - quietSince > 300;
          },
          { timeout: 30_000, interval: 50 },
        )
        .toBe(true);
      const readable = async () => {
        const text = await page.evaluate(() => document.body.innerText);
        return text.match(/alert\(1\)|evil\.example|msgbox/g)?.length ?? 0;
      };
      if (shows) await expect.poll(readable, { timeout: 30_000 }).toBeGreaterThan(2);
      return readable();
    },
  };
}

const few = createSampler();

/** The first page shows scripts in any case. */
async function visitAll(token: string | undefined, addresses: readonly string[]) {
  const visitor = await createVisitor(token);
  let readable = 0;
  for (const [n, address] of addresses.entries()) readable += await visitor.visit(address, n === 0);
  await visitor.page.context().close();
  expect(visitor.faults).toStrictEqual([]);
  return readable;
}

bar(42, 'scripts stored in any text field are plain text on every page of the storefront', async () => {
  const { orderId, quotationId } = stored;
  const first = [paths.orderDetails(orderId), paths.quotation(quotationId), paths.notifications];
  const others = [
    paths.quote,
    paths.quoteOrder(orderId),
    paths.orderSuccess(orderId),
    paths.copyOrder(quotationId),
    paths.profile,
    paths.seal,
    paths.editPassword,
    paths.history,
    paths.notFound,
    '/order/details/<script>alert(1)</script>',
    '/?q="><img src=x onerror=alert(1)>#<svg onload=alert(1)>',
  ];
  const own = [...first, ...few(others, 11)];
  const share = paths.share(stored.shareToken);
  const addresses = few(
    [
      `/verify/${stored.verifyCode}`,
      paths.login('javascript:alert(1)'),
      paths.login('//evil.example/'),
      paths.register,
      '/share/<img src=x onerror=alert(1)>',
      '/verify/"><svg onload=alert(1)>',
    ],
    6,
  );
  const strangers = [share, ...addresses];
  const readable = (await visitAll(stored.customer.token, own)) + (await visitAll(undefined, strangers));
  expect(readable).toBeGreaterThan(5);
  return `${stored.texts} scripts stored; ${own.length + strangers.length} pages of the storefront, ${readable} scripts to be read, 0 dialogs, violations and errors`;
});

bar(42, 'scripts stored in any text field are plain text on every page of the back office', async () => {
  const { rows } = await app.database.pool.query<{ path: string }>(
    "select path from sys_menu where menu_type = 'C' and path ~ '^/admin/[a-z0-9/-]+$' and deleted_at is null",
  );
  const lists = [
    ...new Set([...rows.map(({ path }) => path), ...screens.map(({ path }) => path)]),
  ].toSorted();
  expect(lists.length).toBeGreaterThan(18);
  const seen = new Set<string>();
  const onePage = stored.records.filter(([path]) => !seen.has(path) && seen.add(path));
  const drawers = onePage.flatMap(([path, id]) => [`${path}/${id}`, `${path}/${id}/edit`]);
  const order = `/admin/user/order/${stored.orderId}`;
  const pages = [
    order,
    ...few(lists, 10),
    ...few(drawers, 10),
    ...few(['/admin', '/admin/login?to=javascript:alert(1)', '/admin/<script>alert(1)</script>'], 3),
  ];
  const readable = await visitAll(adminToken, pages);
  expect(readable).toBeGreaterThan(2);
  return `${pages.length} pages and drawers of the back office, ${readable} scripts to be read, 0 dialogs, violations and errors`;
});
