import type { Browser, Page } from 'playwright-core';
import { signIn } from '../tests/support/app/api-client.ts';
import { withServerAndBrowser } from './built-server.ts';
import { median, repeat, type Figure, type Part } from './figure.ts';
import { chainFigures, seriesFigure, visitPage, type PageChain, type VisitOptions } from './page-visit.ts';
import { atScale } from './scale.ts';
import { recordTyping, takeTyping, type Typing } from './typing-recorder.ts';

const VISITS = atScale(1, 7);
const KEYSTROKES = atScale(1, 40);
/** CPU slow-down, about that of a phone. */
const SLOW_DOWN = atScale(1, 4);
/** Longer than the work of the page between two requests. */
const LATENCY_MS = 200;

/** The quotation page in a headless browser on the same machine; each visit has an empty cache. */
export const pages: Part = {
  title: 'Quotation page in headless Chromium',
  measure: () =>
    withServerAndBrowser(async ({ address }, browser) => {
      const customer = await signIn(address);
      const { data: user } = (await customer.call('GET', '/getinfo')).body;
      const visitor = { address, token: customer.token, user };
      await visit(browser, visitor, 1); // warms up the server
      const fast = await repeat(VISITS, () => visit(browser, visitor, 1));
      const slow = await repeat(VISITS, () => visit(browser, visitor, SLOW_DOWN));
      const late = await open(browser, visitor, { slowDown: 1, latencyMs: LATENCY_MS });
      await late.page.context().close();
      return [
        ...chainFigures('options can be clicked', chainsOf(slow), `CPU slowed ${SLOW_DOWN} times`, 1),
        seriesFigure('options can be clicked', late.chain, LATENCY_MS, 3),
        ...chainFigures('options can be clicked', chainsOf(fast), 'CPU as it is'),
        ...typingFigures(fast, 'CPU as it is', { atMost: 16 }),
        ...typingFigures(slow, `CPU slowed ${SLOW_DOWN} times`),
      ];
    }),
};

interface Visit {
  /** Until an option can be clicked. */
  chain: PageChain;
  typing: Typing[];
}

const chainsOf = (visits: readonly Visit[]) => visits.map(({ chain }) => chain);

/** A returning customer, but with an empty browser cache. */
type Visitor = Pick<VisitOptions, 'address' | 'token' | 'user'>;

const open = (browser: Browser, visitor: Visitor, speed: Pick<VisitOptions, 'slowDown' | 'latencyMs'>) =>
  visitPage(browser, {
    ...visitor,
    path: '/',
    shown: '[role="radiogroup"] input[type="radio"]:enabled',
    ...speed,
  });

async function visit(browser: Browser, visitor: Visitor, slowDown: number): Promise<Visit> {
  const { page, chain } = await open(browser, visitor, { slowDown });
  await page.getByRole('radiogroup').first().getByRole('radio').last().check({ force: true });
  const typing = await typeQuantities(page);
  await page.context().close();
  return { chain, typing };
}

/** Types digits and deletes them again, each after the previous price was painted. */
async function typeQuantities(page: Page): Promise<Typing[]> {
  // Sizes change the price only beyond the stock size; the quantity always changes it.
  for (const side of ['长度', '宽度', '高度']) await page.getByLabel(side).first().fill('20');
  const field = page.getByLabel('数量').first();
  await field.fill('10');
  await page.getByText('小计').first().waitFor();
  await page.evaluate(recordTyping);
  await field.focus();
  const typing: Typing[] = [];
  for (let n = 0; n < KEYSTROKES / VISITS; n += 1) {
    for (const key of ['5', 'Backspace']) {
      await page.keyboard.press(key);
      const record = await page.waitForFunction(takeTyping);
      typing.push((await record.jsonValue()) as Typing);
    }
  }
  return typing;
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
