import { within } from '@testing-library/react';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

export async function openSuggestions(options: Parameters<typeof renderQuote>[0] = {}) {
  const rendered = await renderQuote(options);
  const card = within(partCard('零件 1'));
  await rendered.user.click(card.getByRole('button', { name: '省钱建议' }));
  await card.findByRole('group', { name: '想要' });
  const suggestions = () =>
    within(card.getByRole('list', { name: '可选办法' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
  return { ...rendered, card, suggestions };
}
export const total = () => within(summaryPanel()).getByText('合计').nextSibling?.textContent;
