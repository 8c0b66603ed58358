import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';
import { visibleErrors } from '../draft/validation.ts';

vi.mock(import('#domain/pricing/price-item.ts'), { spy: true });
vi.mock(import('../draft/validation.ts'), { spy: true });
test('typing in one part neither prices nor renders the others', async () => {
  const { user } = await renderQuote();
  for (const name of ['零件 1', '零件 2', '零件 3']) {
    await user.click(screen.getByRole('button', { name: `复制 ${name}` }));
  }
  vi.mocked(priceItem).mockClear();
  vi.mocked(visibleErrors).mockClear();
  const quantity = within(partCard('零件 2')).getByLabelText<HTMLInputElement>('数量');
  await user.type(quantity, '7');
  // Once as typed, and once with the smaller sides that would save something. The others have another quantity.
  const priced = vi.mocked(priceItem).mock.calls.map(([, item]) => item.num);
  expect(priced).toEqual([Number(quantity.value), Number(quantity.value)]);
  // Every card computes its visible errors when it renders.
  expect(new Set(vi.mocked(visibleErrors).mock.calls.map(([part]) => part.key))).toEqual(new Set(['part-2']));
});
