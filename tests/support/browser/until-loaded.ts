import type { Page } from 'playwright-core';

/** Longer than the gap between a page and the drawer whose code it then fetches. */
const QUIET_MS = 400;
const LOADING = '[aria-busy=true], [aria-label=加载中], .ant-spin-spinning, .ant-skeleton';

/**
 * Waits until nothing on the page has been loading or moving for a moment. Streams stay open: the network is never idle.
 */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(() => performance.clearMarks('busy'));
  await page.waitForFunction(
    ([loading, quietMs]) => {
      const isQuiet =
        document.querySelector(loading) === null &&
        [...document.images].every(({ complete }) => complete) &&
        document.getAnimations().every(
          ({ effect, playState, timeline }) =>
            playState !== 'running' ||
            effect?.getTiming().iterations === Infinity ||
            // Scrolling moves it, not time.
            timeline !== document.timeline,
        );
      const last = performance.getEntriesByName('busy').at(-1);
      if (!isQuiet || !last) performance.mark('busy');
      return isQuiet && last !== undefined && performance.now() - last.startTime > quietMs;
    },
    [LOADING, QUIET_MS] as const,
    { polling: 50 },
  );
}
