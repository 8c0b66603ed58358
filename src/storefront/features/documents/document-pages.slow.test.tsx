import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildDocument, buildLine } from './document.test-data.ts';
import { pages, open, rowsOf } from './document-pages.test-data.tsx';

describe.each(pages)('%s', (_name, address) => {
  test('has no rounding note when every price × quantity equals its sub-total', async () => {
    const items = [buildLine({ num: 50, amount: '3568.00' })];
    const sheet = await open(address, buildDocument({ snapshot: { items } }));
    expect(rowsOf(sheet)[1]).toContain('71.36');
    expect(within(sheet).queryByText(/以小计为准/)).toBeNull();
  });

  test('shows the pictures of parts in their rows', async () => {
    const items = [
      buildLine({ lineNo: 1, picture: 'ab' }),
      buildLine({ lineNo: 2 }),
      buildLine({ lineNo: 3, picture: 'gone' }),
    ];
    const pictures = { ab: 'data:image/png;base64,AAAA' };
    const sheet = await open(address, buildDocument({ snapshot: { items }, pictures }));
    const [, ...rows] = within(within(sheet).getByRole('table')).getAllByRole('row');
    const sources = rows.map((row) => [...row.querySelectorAll('img')].map(({ src }) => src));
    expect(sources).toEqual([[pictures.ab], [], []]);
  });

  test('shows no mark while it is valid', async () => {
    const sheet = await open(address);
    expect(within(sheet).queryByText(/已作废|已过期|已被取代|^有效$/)).toBeNull();
  });

  test('states whole working days', async () => {
    const [heads = [], line = []] = rowsOf(await open(address));
    expect(line[heads.indexOf('工作日')]).toBe('6');
  });
});
