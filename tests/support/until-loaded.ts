import type { Page } from 'playwright-core';

/** Waits until nothing on the page is loading or moving. Streams stay open: the network is never idle. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true], .ant-spin-spinning, .ant-skeleton') === null &&
      [...document.images].every(({ complete }) => complete) &&
      document
        .getAnimations()
        .every(
          ({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
        ),
  );
}
