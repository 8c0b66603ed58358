import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { captchas } from '#server/db/schema.ts';
import type { Journey } from './journey.ts';

/** Resolves with the answer to the n-th captcha that a page has loaded. Call it before the page opens. */
export function captchaAnswers({ app }: Journey, page: Page): (count: number) => Promise<string> {
  const ids: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/v1/captcha')) ids.push(((await response.json()) as { id: string }).id);
  });
  return async (count) => {
    await expect.poll(() => ids.length).toBe(count);
    const [row] = await app.database.db
      .select()
      .from(captchas)
      .where(eq(captchas.id, ids[count - 1]!));
    return row!.answer;
  };
}
