import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Dropped {
  name: string;
  text: string;
}

/** Drops files on the page as a browser does. */
export async function dropFiles(page: Page, files: readonly Dropped[]): Promise<void> {
  const data = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text } of dropped) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  // The listener may follow the first paint.
  const isAccepted = async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
    return page.getByText('放开即加入报价').isVisible();
  };
  await expect.poll(isAccepted).toBe(true);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}
