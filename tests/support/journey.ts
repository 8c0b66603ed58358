import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createTestApp, type TestApp } from './test-app.ts';
import { launchBrowser } from './browser.ts';

export interface Journey {
  app: TestApp;
  browser: Browser;
  /** Where the server listens: `http://127.0.0.1:1234`. */
  base: string;
  /** A page of its own context; what it does wrong is collected until `close`. */
  open(options?: OpenOptions): Promise<JourneyPage>;
  close(): Promise<void>;
}

interface OpenOptions {
  width?: number;
  height?: number;
  /** Failures that the journey provokes: the browser reports each failed request on its console. */
  expectedStatuses?: number[];
}

export interface JourneyPage {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught errors and requests to other hosts; empty when all is well. */
  faults: string[];
}

/** The built pages on the real server and a database of its own, with a real browser beside it. */
export async function startJourney(options: Parameters<typeof createTestApp>[0] = {}): Promise<Journey> {
  const [app, browser] = await Promise.all([createTestApp({ pages: true, ...options }), launchBrowser()]);
  const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  // Pages come to a server that has its connections, as customers do: where all files start at once that takes seconds.
  while ((await app.send('GET', '/app-config')).status === 503) await setTimeout(500);
  return {
    app,
    browser,
    base,
    open: (options) => openPage(browser, base, options),
    async close() {
      await browser.close();
      await app.close();
    },
  };
}

async function openPage(
  browser: Browser,
  base: string,
  { width = 1440, height = 900, expectedStatuses = [] }: OpenOptions = {},
): Promise<JourneyPage> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const page = await context.newPage();
  await page.addInitScript(standStill);
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    const isExpected = expectedStatuses.some((status) => message.text().includes(`status of ${status}`));
    const isFault = message.type() === 'error' || message.type() === 'warning';
    if (isFault && !isExpected) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(data|blob):/.test(url)) faults.push(`foreign request: ${url}`);
  });
  return { page, context, faults };
}

/**
 * What opens stands where it stays, at once. Otherwise a busy machine presses a button where it will come to rest, the dialog
 * begins to grow from elsewhere, and the release falls beside it: a press without a click.
 */
function standStill(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[class*='ant-zoom-'], [class*='ant-slide-'] { transform: none !important; }");
  document.adoptedStyleSheets = [sheet];
}

/** Signs in at the storefront's or the back office's login page, wherever the page stands now. */
export async function signInOn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^登\s*录$/ }).click();
}
