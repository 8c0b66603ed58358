import type { Browser, Page } from 'playwright-core';
import { signIn } from '../tests/support/api-client.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { createTemporaryDirectory, killLeftovers, runServer } from '../tests/support/run-server.ts';
import { median, type Figure, type Part } from './figure.ts';
import { recordTyping, takeTyping, type Typing } from './typing-recorder.ts';

const VISITS = 7;
const KEYSTROKES = 40;
/** What the figures ask for: a telephone, about. */
const SLOW_DOWN = 4;

/** The quotation page in a headless browser on the same machine; each visit with an empty cache. */
export const pages: Part = {
  title: 'Quotation page in headless Chromium',
  async measure() {
    const directory = await createTemporaryDirectory('quotemill-bench-');
    const dataDir = `${directory.path}/data`;
    const browser = await launchBrowser();
    try {
      const server = await runServer(dataDir);
      const { token } = await signIn(server.address);
      await visit(browser, server.address, token, 1); // warms the server
      const fast = await repeat(() => visit(browser, server.address, token, 1));
      const slow = await repeat(() => visit(browser, server.address, token, SLOW_DOWN));
      await server.stop();
      return [
        ...usableFigures(slow, `CPU slowed ${SLOW_DOWN} times`, { atMost: 1 }),
        ...usableFigures(fast, 'CPU as it is'),
        ...typingFigures(fast, 'CPU as it is', { atMost: 16 }),
        ...typingFigures(slow, `CPU slowed ${SLOW_DOWN} times`),
      ];
    } finally {
      await browser.close();
      await killLeftovers(dataDir);
      await directory.remove();
    }
  },
};

interface Visit {
  /** From the navigation's start until an option can be clicked. */
  usableMs: number;
  typing: Typing[];
}

async function repeat(once: () => Promise<Visit>): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let n = 0; n < VISITS; n += 1) visits.push(await once());
  return visits;
}

async function visit(browser: Browser, address: string, token: string, slowDown: number): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript((text) => localStorage.setItem('quotemill.token', text), token);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.goto('/', { waitUntil: 'commit' });
    const usable = await page.waitForFunction(() => {
      const option = document.querySelector('[role="radiogroup"] input[type="radio"]:enabled');
      return option !== null && performance.now();
    });
    const usableMs = Number(await usable.jsonValue());
    await page.getByRole('radiogroup').first().getByRole('radio').last().check({ force: true });
    return { usableMs, typing: await typeQuantities(page) };
  } finally {
    await context.close();
  }
}

/** Types digits and deletes them again, each after the price of the last one has been painted. */
async function typeQuantities(page: Page): Promise<Typing[]> {
  // A size changes the price only beyond the stock; a quantity always does.
  const field = page.getByLabel('数量').first();
  await field.fill('10');
  await page.getByText('小计').first().waitFor();
  await page.evaluate(recordTyping);
  await field.focus();
  const typing: Typing[] = [];
  for (let n = 0; n < KEYSTROKES / VISITS; n += 1) {
    for (const key of ['5', 'Backspace']) {
      await page.keyboard.press(key);
      const taken = await page.waitForFunction(takeTyping);
      typing.push((await taken.jsonValue()) as Typing);
    }
  }
  return typing;
}

function usableFigures(visits: readonly Visit[], note: string, target?: Figure['target']): Figure[] {
  const times = visits.map(({ usableMs }) => usableMs);
  const slowest = `slowest of ${VISITS} ${(Math.max(...times) / 1000).toFixed(2)} s`;
  return [
    {
      name: 'options can be clicked',
      value: median(times) / 1000,
      unit: 's',
      target,
      note: `${note}, ${slowest}`,
    },
  ];
}

function typingFigures(visits: readonly Visit[], note: string, target?: Figure['target']): Figure[] {
  const typing = visits.flatMap((visit) => visit.typing);
  const drawn = median(typing.map(({ paintedMs }) => paintedMs));
  return [
    {
      name: 'key pressed to new price in the page',
      value: median(typing.map(({ changedMs }) => changedMs)),
      unit: 'ms',
      target,
      note: `${note}, ${typing.length} keys`,
    },
    {
      name: 'key pressed to the next frame drawn',
      value: drawn,
      unit: 'ms',
      note: `${note}, frames come every 16.7 ms`,
    },
  ];
}
