import type { Browser, Page } from 'playwright-core';
import { TOKEN_KEY, USER_KEY } from '#providers/session/session-store.ts';
import { median, say, type Figure } from './figure.ts';

/** One request of a page, in milliseconds since the navigation began. */
export interface PageRequest {
  /** Path without host and hash. */
  path: string;
  startMs: number;
  endMs: number;
}

/** What a page does until the first useful content is visible, in milliseconds since the navigation began. */
export interface PageChain {
  shownMs: number;
  requests: PageRequest[];
  longTasks: { startMs: number; durationMs: number }[];
  /** Each time several elements are added to the page at once. */
  reveals: { atMs: number; elements: number }[];
  /** The layout shift of the whole visit; 0 when nothing moved. */
  layoutShift: number;
  /** Busy time of the page's main thread until `shownMs`. */
  taskMs: number;
}

interface Recorded extends Omit<PageChain, 'requests' | 'taskMs'> {
  requests: PageRequest[];
}

declare global {
  interface Window {
    quotemillChain?: Recorded;
  }
}

export interface VisitOptions {
  address: string;
  token: string;
  /** The response of `/getinfo`, which a browser stores on a previous visit. */
  user?: unknown;
  /** Selector of the first useful content. */
  shown: string;
  path: string;
  slowDown: number;
  /** Added to each response, so that independent requests overlap; 0 by default. */
  latencyMs?: number;
  /** Time to keep recording afterwards, to catch late layout shifts. */
  restMs?: number;
}

/** Opens a page with an empty cache and records its loading. The caller closes the page's context. */
export async function visitPage(
  browser: Browser,
  options: VisitOptions,
): Promise<{ page: Page; chain: PageChain }> {
  const { address, token, user, path, shown, slowDown, latencyMs = 0, restMs = 0 } = options;
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  const stored: [string, string][] = [[TOKEN_KEY, token]];
  if (user !== undefined) stored.push([USER_KEY, JSON.stringify(user)]);
  await context.addInitScript((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, stored);
  await context.addInitScript(recordChain, shown);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  if (latencyMs > 0) {
    const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send('Network.emulateNetworkConditions', { ...unlimited, latency: latencyMs });
  }
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window.quotemillChain?.shownMs ?? 0) > 0, undefined, { polling: 50 });
  const { metrics } = await devtools.send('Performance.getMetrics');
  const taskMs = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  await page.waitForTimeout(restMs);
  const recorded = await page.evaluate(() => window.quotemillChain);
  if (!recorded) throw new Error('the page recorded nothing');
  return { page, chain: { ...recorded, taskMs } };
}

/** Runs in the page before its scripts, so it uses no name of this module. */
function recordChain(shown: string): void {
  const chain: Recorded = {
    shownMs: 0,
    requests: [],
    longTasks: [],
    reveals: [],
    layoutShift: 0,
  };
  window.quotemillChain = chain;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { entryType, startTime, duration } = entry;
      if (entryType === 'longtask') chain.longTasks.push({ startMs: startTime, durationMs: duration });
      else if (entryType === 'layout-shift') chain.layoutShift += Number(Reflect.get(entry, 'value'));
      else {
        const { pathname, search } = new URL(entry.name);
        const endMs = Number(Reflect.get(entry, 'responseEnd'));
        chain.requests.push({ path: pathname + search, startMs: startTime, endMs });
      }
    }
  }).observe({ entryTypes: ['longtask', 'layout-shift', 'resource', 'navigation'] });
  new MutationObserver((changes) => {
    const now = performance.now();
    let elements = 0;
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.closest('#root'))
          elements += 1 + node.querySelectorAll('*').length;
      }
    }
    if (elements >= 5) chain.reveals.push({ atMs: now, elements });
    if (chain.shownMs === 0 && document.querySelector(shown)?.checkVisibility()) chain.shownMs = now;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** The longest chain of requests that ended before `untilMs`, each started after the previous one ended. */
export function inSeries(requests: readonly PageRequest[], untilMs: number): PageRequest[] {
  const done = requests.filter(({ endMs }) => endMs <= untilMs).toSorted((a, b) => a.endMs - b.endMs);
  const series: PageRequest[] = [];
  for (const request of done) {
    if (request.startMs >= (series.at(-1)?.endMs ?? 0)) series.push(request);
  }
  return series;
}

/** The chain as lines of text in chronological order. */
export function describeChain({
  shownMs,
  requests,
  longTasks,
  reveals,
  layoutShift,
  taskMs,
}: PageChain): string {
  const lines: [number, string][] = [
    ...requests.map(({ path, startMs, endMs }): [number, string] => [
      startMs,
      `request ${path} until ${Math.round(endMs)}`,
    ]),
    ...longTasks.map(({ startMs, durationMs }): [number, string] => [
      startMs,
      `task of ${Math.round(durationMs)} ms`,
    ]),
    ...reveals.map(({ atMs, elements }): [number, string] => [atMs, `${elements} elements drawn`]),
    [shownMs, `SHOWN (main thread ${Math.round(taskMs)} ms so far, layout shift ${layoutShift.toFixed(3)})`],
  ];
  return lines
    .toSorted(([a], [b]) => a - b)
    .map(([at, text]) => `${String(Math.round(at)).padStart(6)} ms  ${text}`)
    .join('\n');
}

/** The longest chain of requests before the first useful content, on a visit with latency. It starts with the HTML. */
export function seriesFigure(
  name: string,
  { requests, shownMs }: PageChain,
  latencyMs: number,
  atMost: number,
): Figure {
  const series = inSeries(requests, shownMs);
  say(`${name}, each answer ${latencyMs} ms later: ${series.map(({ path }) => path).join(' → ')}`);
  const note = `each answer ${latencyMs} ms later`;
  return { name: `${name}: requests in series`, value: series.length, unit: '', target: { atMost }, note };
}

/**
 * The figures of several visits: time to the first useful content, longest task and layout shift. Prints the chain of the median visit.
 */
export function chainFigures(
  name: string,
  chains: readonly PageChain[],
  note: string,
  atMostSeconds?: number,
): Figure[] {
  const sorted = chains.toSorted((a, b) => a.shownMs - b.shownMs);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle) say(`${name}, ${note}:\n${describeChain(middle)}`);
  const slowest = `slowest of ${chains.length} ${((sorted.at(-1)?.shownMs ?? NaN) / 1000).toFixed(2)} s`;
  const shown: Figure = {
    name,
    value: median(chains.map(({ shownMs }) => shownMs)) / 1000,
    unit: 's',
    note: `${note}, ${slowest}`,
  };
  if (atMostSeconds === undefined) return [shown];
  const longest = chains.map(({ longTasks }) =>
    Math.max(0, ...longTasks.map(({ durationMs }) => durationMs)),
  );
  return [
    { ...shown, target: { atMost: atMostSeconds } },
    { name: `${name}: longest task`, value: median(longest), unit: 'ms', target: { atMost: 200 }, note },
    {
      name: `${name}: main thread until then`,
      value: median(chains.map(({ taskMs }) => taskMs)),
      unit: 'ms',
      note,
    },
    {
      name: `${name}: layout shift`,
      value: Math.max(...chains.map(({ layoutShift }) => layoutShift)),
      unit: '',
      target: { atMost: 0 },
      note,
    },
  ];
}
