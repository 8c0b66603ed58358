import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';
import { visibleErrors } from '../draft/validation.ts';

vi.mock(import('#domain/pricing/price-item.ts'), { spy: true });
vi.mock(import('../draft/validation.ts'), { spy: true });
vi.setConfig({ testTimeout: 20_000 });

test('typing in one part neither prices nor renders the others', async () => {
  const { user } = await renderQuote();
  for (const name of ['零件 1', '零件 2', '零件 3']) {
    await user.click(screen.getByRole('button', { name: `复制 ${name}` }));
  }
  vi.mocked(priceItem).mockClear();
  vi.mocked(visibleErrors).mockClear();
  await user.type(within(partCard('零件 2')).getByLabelText('数量'), '7');
  expect(priceItem).toHaveBeenCalledTimes(1);
  // Every card computes its visible errors when it renders.
  expect(new Set(vi.mocked(visibleErrors).mock.calls.map(([part]) => part.key))).toEqual(new Set(['part-2']));
});
