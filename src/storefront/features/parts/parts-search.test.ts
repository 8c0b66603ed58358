import { expect, test } from 'vitest';
import { readMm, readSearch } from './parts-search.ts';

test.each([
  ['160', '160'],
  [' 12.500 ', '12.5'],
  ['１６０', '160'],
  ['１２．５', '12.5'],
  ['１，２００', '1200'],
  ['10000', '10000'],
  ['10000.1', undefined],
  ['1.2345', undefined],
  ['-1', undefined],
  ['12o', undefined],
  ['', undefined],
])('the size %j is searched for as %j', (typed, mm) => {
  expect(readMm(typed)).toBe(mm);
});

test('an address with a size in full-width digits searches for it, and one without a size for none', () => {
  expect(readSearch('?length=１６０&width=abc')).toMatchObject({ length: '160', width: '', height: '' });
});
