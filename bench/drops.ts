import { basename, extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../tests/support/app/api-client.ts';
import { percentile } from '../tests/support/load/open-load.ts';
import { withServerAndBrowser } from './built-server.ts';
import { modelsIn, withParts } from './cad-parts.ts';
import { median, say, type Figure, type Part } from './figure.ts';
import { visitPage } from './page-visit.ts';
import { recordTyping, takeTyping, type Typing } from './typing-recorder.ts';

const TIMEOUT_MS = 120_000;
/** Number of the slowest files that are read again while a user types in another part. */
const TYPED_FILES = 3;
/** Time in the file dialog, in which the page prepares the kernel. */
const CHOOSING_MS = 1_500;
const TYPING_PART = '零件 1';

/** Chooses STEP files one by one on the quotation page, as a customer does: generated parts, or those of the folder `CAD_PARTS`. */
export const drops: Part = {
  title: 'Models on the quotation page in headless Chromium',
  measure: () => withParts(measureFolder),
};

async function measureFolder(folder: string): Promise<Figure[]> {
  const files = (await modelsIn(folder))
    .filter((name) => /\.(?:stp|step)$/i.test(name))
    .map((name) => join(folder, name));
  return withServerAndBrowser(async ({ address }, browser) => {
    const { token } = await signIn(address);
    const page = await openPage(browser, address, token);
    const dropped: Drop[] = [];
    for (const file of files) {
      dropped.push(await drop(page, file));
      await remove(page, file);
    }
    await page.context().close();
    // A page caches the files that it has read.
    const freshPage = await openPage(browser, address, token);
    const slowest = dropped.toSorted((a, b) => b.seconds - a.seconds).slice(0, TYPED_FILES);
    const typing: Typing[] = [];
    for (const { file } of slowest) {
      typing.push(...(await typeDuring(freshPage, file)));
      await remove(freshPage, file);
    }
    return figures(dropped, typing);
  });
}

declare global {
  interface Window {
    quotemillTasks?: number[];
  }
}

async function openPage(browser: Browser, address: string, token: string): Promise<Page> {
  const { page } = await visitPage(browser, {
    address,
    token,
    path: '/',
    shown: '[role="radiogroup"] input[type="radio"]:enabled',
    slowDown: 1,
  });
  const part = page.getByRole('region', { name: TYPING_PART, exact: true });
  for (const side of ['长度', '宽度', '高度']) await part.getByLabel(side).fill('20');
  await part.getByLabel('数量').fill('10');
  await part.getByText('小计').waitFor();
  await page.evaluate(recordTyping);
  await page.evaluate(() => {
    const tasks: number[] = [];
    window.quotemillTasks = tasks;
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  return page;
}

interface Drop {
  file: string;
  /** From choosing the file to measures in the fields of the part, or to the sentence that there are none. */
  seconds: number;
  /** The longest task of the page; 0 for less than 50 ms. */
  blockedMs: number;
}

async function drop(page: Page, file: string): Promise<Drop> {
  const name = basename(file, extname(file));
  await page.evaluate(() => window.quotemillTasks?.splice(0));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: /^选择模型或图纸|^选择模型文件/ })
      .first()
      .click(),
  ]);
  await delay(CHOOSING_MS);
  const start = performance.now();
  await chooser.setFiles(file);
  // Polls every frame: a locator would poll every half second.
  await page.waitForFunction(isRead, undefined, { polling: 'raf', timeout: TIMEOUT_MS });
  const seconds = (performance.now() - start) / 1000;
  // The page draws the picture afterwards.
  await page.waitForFunction(() => new Promise((resolve) => requestIdleCallback(() => resolve(true))));
  const tasks = await page.evaluate(() => window.quotemillTasks?.splice(0) ?? []);
  say(`  ${name}: ${seconds.toFixed(2)} s, longest task ${Math.max(0, ...tasks).toFixed(0)} ms`);
  return { file, seconds, blockedMs: Math.max(0, ...tasks) };
}

/** Runs in the page: whether the part with a model has its measures, or the sentence that there are none. */
const isRead = () =>
  [...document.querySelectorAll('[aria-label="模型"] *')].some(
    ({ childElementCount, textContent }) =>
      childElementCount === 0 && /^(?:取自模型|无法读取|文件里有 .* 个实体)/.test(textContent),
  );

const remove = (page: Page, file: string) =>
  page.getByRole('button', { name: `删除 ${basename(file, extname(file))}`, exact: true }).click();

/** Types in another part until the file is read. */
async function typeDuring(page: Page, file: string): Promise<Typing[]> {
  const typing: Typing[] = [];
  const reading = { isDone: false };
  const dropped = drop(page, file).finally(() => (reading.isDone = true));
  // The new part takes the focus.
  await page.getByRole('region', { name: basename(file, extname(file)), exact: true }).waitFor();
  const field = page.getByRole('region', { name: TYPING_PART, exact: true }).getByLabel('数量');
  while (!reading.isDone) {
    for (const key of ['5', 'Backspace']) {
      await field.press(key);
      const record = await page.waitForFunction(takeTyping);
      typing.push((await record.jsonValue()) as Typing);
    }
  }
  await dropped;
  return typing;
}

function figures([first, ...others]: readonly Drop[], typing: readonly Typing[]): Figure[] {
  const seconds = others.map((one) => one.seconds);
  const changed = typing.map(({ changedMs }) => changedMs);
  return [
    { name: 'first file, the kernel loads meanwhile', value: first?.seconds ?? NaN, unit: 's' },
    {
      name: 'from the choice of a STEP file to measures in the fields, median',
      value: median(seconds),
      unit: 's',
      target: { atMost: 0.6 },
      note: `${seconds.length} files, the dialog was open for ${CHOOSING_MS / 1000} s`,
    },
    {
      name: 'the same, 90th percentile',
      value: percentile(seconds, 0.9),
      unit: 's',
      target: { atMost: 3.5 },
    },
    { name: 'the same, slowest', value: Math.max(...seconds), unit: 's', target: { atMost: 8 } },
    {
      name: 'longest task of the page meanwhile, 95th percentile of the files',
      value: percentile(
        others.map(({ blockedMs }) => blockedMs),
        0.95,
      ),
      unit: 'ms',
      target: { atMost: 50 },
      note: '0: none above 50 ms',
    },
    {
      name: 'key pressed in another part to its new price meanwhile, median',
      value: median(changed),
      unit: 'ms',
      target: { atMost: 16 },
      note: `${changed.length} keys, slowest ${Math.max(...changed).toFixed(0)} ms`,
    },
  ];
}
