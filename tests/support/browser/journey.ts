import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { createTestApp, type TestApp } from '../app/test-app.ts';
import { sharedBrowser } from './browser.ts';

export interface Journey {
  app: TestApp;
  /** Where the server listens: `http://127.0.0.1:1234`. */
  base: string;
  /** A page in a separate browser context; its faults are collected until `close`. */
  open(options?: OpenOptions): Promise<JourneyPage>;
  close(): Promise<void>;
}

interface OpenOptions {
  width?: number;
  height?: number;
  hasTouch?: boolean;
  /** Reduced motion; the default on phones, so that both settings are tested. */
  isStill?: boolean;
  /** `active` is the high contrast of Windows: the system's colours replace those of the page. */
  forcedColors?: 'active' | 'none';
  /** The shared one unless given; the caller closes it. */
  browser?: Browser;
  /** An open context, whose cache and session the page shares; it keeps the size and preferences of that context. */
  context?: BrowserContext;
  /** Statuses that the journey provokes; the browser logs each failed request to its console. */
  expectedStatuses?: number[];
}

export interface JourneyPage {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught errors and requests to other hosts; empty when all is well. */
  faults: string[];
}

/** The built pages on the real server with a separate database, and a real browser. */
export async function startJourney(options: Parameters<typeof createTestApp>[0] = {}): Promise<Journey> {
  const [app, browser] = await Promise.all([createTestApp({ pages: true, ...options }), sharedBrowser()]);
  const opened: BrowserContext[] = [];
  const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  // Waits for the server's connections: when all files start at once, that takes seconds.
  while ((await app.send('GET', '/app-config')).status === 503) await setTimeout(500);
  return {
    app,
    base,
    async open(options) {
      const page = await openPage(options?.browser ?? browser, base, options);
      opened.push(page.context);
      return page;
    },
    async close() {
      await Promise.all(opened.map((context) => context.close()));
      await app.close();
    },
  };
}

/** A page in a separate browser context, at a server of the tests. */
export async function openPage(
  browser: Browser,
  base: string,
  {
    width = 1440,
    height = 900,
    hasTouch = false,
    isStill = width < 600,
    forcedColors = 'none',
    expectedStatuses = [],
    context: shared,
  }: OpenOptions = {},
): Promise<JourneyPage> {
  const context =
    shared ??
    (await browser.newContext({
      baseURL: base,
      viewport: { width, height },
      hasTouch,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: isStill ? 'reduce' : 'no-preference',
      forcedColors,
    }));
  const page = await context.newPage();
  await page.addInitScript(disableAnimations);
  await page.addInitScript(recordMessages);
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    // A server on a busy machine may answer 503; the page retries.
    const isExpected = [503, ...expectedStatuses].some((status) =>
      message.text().includes(`status of ${status}`),
    );
    const isFault = message.type() === 'error' || message.type() === 'warning';
    if (isFault && !isExpected)
      faults.push(`${message.type()}: ${message.text()} ${message.location().url}`.trimEnd());
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(data|blob):/.test(url)) faults.push(`foreign request: ${url}`);
  });
  return { page, context, faults };
}

/**
 * Disables opening animations. On a busy machine a button could otherwise move between press and release, which is not a
 * click.
 */
function disableAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[class*='ant-zoom-'], [class*='ant-slide-'] { transform: none !important; }");
  document.adoptedStyleSheets = [sheet];
}

/** Records the text of each message on the page, also one that replaces another, because some disappear before a busy machine checks. */
function recordMessages(): void {
  const seenMessages: string[] = [];
  Object.assign(globalThis, { seenMessages });
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      const changed = type === 'characterData' && target.parentElement?.closest('.ant-message-notice-title');
      if (changed) seenMessages.push(changed.textContent);
      for (const node of addedNodes) {
        const messages =
          node instanceof Element
            ? node.querySelectorAll('.ant-message-notice-title, [aria-label="消息"] p')
            : [];
        for (const message of messages) seenMessages.push(message.textContent);
      }
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Fills the size of the part that the quotation page starts with, 120 × 60 × 20 mm, and its quantity. */
export async function fillStartPart(page: Page, num = 10): Promise<void> {
  const size = { 长度: 120, 宽度: 60, 高度: 20, 数量: num };
  for (const [label, value] of Object.entries(size)) {
    await page.getByLabel(label, { exact: true }).fill(String(value));
  }
}

/**
 * Signs in at the login page of the storefront or the back office. Retries once when a busy server refuses with 503,
 * as a user would.
 */
export async function signInOn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  for (let status = 503; status === 503;) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/login'));
    await page.getByRole('button', { name: /^登\s*录$/ }).click();
    status = (await answer).status();
  }
}

/**
 * Orders from the open confirmation: with a name and a telephone number, without a drawing. Afterwards the order is on its
 * way, or the page has said why not.
 */
export async function confirmOrder(page: Page): Promise<void> {
  const confirm = await pressConfirm(page);
  // The question for a drawing replaces the confirmation at once; every other answer closes it or renames its button.
  await confirm.waitFor({ state: 'hidden' });
  const goOn = page.getByText('没有图纸，继续提交');
  if ((await goOn.count()) > 0) await goOn.click();
}

/** Presses the button of the open confirmation, for an order that takes long or cannot be sent. Returns the button. */
export async function pressConfirm(page: Page): Promise<Locator> {
  const contact = page.getByRole('button', { name: '填写收货信息' });
  const confirm = page.getByRole('dialog').getByRole('button', { name: '确认提交' });
  // The dialog renders completely at once: fields missing then will not appear later.
  await contact.or(confirm).first().waitFor();
  if ((await contact.count()) > 0) {
    await contact.click();
    await fillContact(page);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await confirm.waitFor();
  } else if ((await page.getByLabel(/^联系电话/).count()) > 0) {
    await fillContact(page);
  }
  await confirm.click();
  return confirm;
}

/** Fills the empty fields of the form, which renders completely at once. */
async function fillContact(page: Page): Promise<void> {
  const values = { 联系人: '张工', 联系电话: '13800138000' };
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(new RegExp(`^${label}`));
    if ((await field.inputValue()) === '') await field.fill(value);
  }
}

/**
 * Waits until the browser is back at the entry of the page. A storefront's dialog that closes steps back in the history, which
 * aborts a reload or another navigation that begins meanwhile.
 */
export async function waitForClosedEntry(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (history.state as { dialog?: boolean } | null)?.dialog !== true,
    undefined,
    { polling: 50 },
  );
}
