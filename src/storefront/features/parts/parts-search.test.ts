import { expect, test } from 'vitest';
import { pairsOf } from '#tests/support/data/listed.ts';
import { readMm, readSearch } from './parts-search.ts';

const sizes = pairsOf('160 = 160 | １６０ = 160 | １２．５ = 12.5 | １，２００ = 1200 | 10000 = 10000');
test('a size is read from digits of any width, and other text is ignored', () => {
  for (const [typed, mm] of [...sizes, [' 12.500 ', '12.5']] as const) expect(readMm(typed)).toBe(mm);
  for (const typed of ['10000.1', '1.2345', '-1', '12o', '']) expect(readMm(typed)).toBeUndefined();
});

test('a size in the URL is read from full-width digits, and other text is ignored', () => {
  expect(readSearch('?length=１６０&width=abc')).toMatchObject({ length: '160', width: '', height: '' });
});
