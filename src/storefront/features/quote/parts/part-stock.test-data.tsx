import { within } from '@testing-library/react';
import type { PartModel } from '../draft/part-model.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';

export const slot = { userId: 7, orderId: null };
export const sizes = { name: '', num: '1', length: '120', width: '60', height: '20' };
export const modelFile: PartModel = {
  fileId: 'f',
  fileName: '支架.step',
  fileBytes: 1,
  factor: 1,
  measures: { bodies: 1, volumeMm3: 100_000, sizeMm: [120, 60, 20] },
};

export async function openStock(options: Parameters<typeof renderQuote>[0] = {}) {
  const page = await renderQuote(options);
  const card = within(partCard('零件 1'));
  await page.user.click(card.getByRole('button', { name: '价格说明' }));
  return { ...page, card, stock: async () => within(await card.findByRole('region', { name: /^下料毛坯/ })) };
}

export const figure = (region: ReturnType<typeof within>, label: string) =>
  region.queryByText(label)?.nextElementSibling?.textContent;
