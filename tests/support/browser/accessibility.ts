import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFitsPhone } from '../data/customers.ts';
import { waitUntilLoaded } from './until-loaded.ts';

/** The sizes at which every page is checked, in CSS pixels. */
export const screenSizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Rules whose barriers are minor or moderate are switched off: they take nearly half of the time. */
const { _audit: audit } = axe as unknown as { _audit: { rules: { id: string; impact: string }[] } };
const rules = Object.fromEntries(
  audit.rules
    .filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
    .map(({ id }) => [id, { enabled: false }]),
);

/**
 * The findings of axe in the whole page with serious or critical impact, as `where: rule, element`. Pages forbid foreign scripts,
 * but not the debugger's.
 */
export async function findBarriers(page: Page, where: string): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? eval(${JSON.stringify(axe.source)})`);
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, html }) => `${id}, ${target.join(' ')} ${html.slice(0, 200)}`),
        );
    },
    // Only rules that are off need the style sheets and media that axe would load first.
    { resultTypes: ['violations' as const], rules, preload: false },
  );
  return found.map((barrier) => `${where}: ${barrier}`);
}

/** The barriers of the page in its current state, at each size; the page keeps the last one. */
export async function findBarriersAtEachSize(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of screenSizes) {
    await page.setViewportSize(size);
    await waitUntilLoaded(page);
    found.push(...(await findBarriers(page, `${where} at ${size.width}`)));
  }
  return found;
}

/** The barriers of the overlay that `open` opens on a page, at the size at which it opens and on a phone. */
export async function findBarriersOfOpened(
  page: Page,
  address: string,
  open: () => Promise<void>,
): Promise<string[]> {
  await page.setViewportSize(screenSizes[0]);
  await page.goto(address);
  await waitUntilLoaded(page);
  await open();
  return findBarriersAtEachSize(page, address);
}

/** Expects no serious barrier on the current page and no sideways scrolling, also on a phone. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await waitUntilLoaded(page);
  expect(await findBarriers(page, where)).toEqual([]);
  await expectFitsPhone(page);
}
