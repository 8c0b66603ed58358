import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds in the whole page with serious or critical impact, as `where: rule, element`. Pages forbid foreign scripts,
 * but not the debugger's.
 */
export async function findBarriers(page: Page, where: string): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? eval(${JSON.stringify(axe.source)})`);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}, ${target.join(' ')} ${html.slice(0, 200)}`),
      );
  });
  return found.map((barrier) => `${where}: ${barrier}`);
}
