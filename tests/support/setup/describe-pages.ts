import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { sharedBrowser } from '../browser/browser.ts';

// After a failed test: the content of each open page and the results of its last calls. The failure itself only names what did
// not appear.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const context of (await sharedBrowser()).contexts())
    for (const page of context.pages()) console.log(await describePage(page));
});

async function describePage(page: Page): Promise<string> {
  const text = await page.innerText('body', { timeout: 10_000 }).catch(String);
  const requests = (await page.requests()).filter((request) => request.url().includes('/api/'));
  const calls = requests.map((request) => {
    const status = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'no answer';
    return `${status} ${request.method()} ${new URL(request.url()).pathname}`;
  });
  return [`page ${page.url()}`, text.slice(0, 5_000), ...calls].join('\n');
}
