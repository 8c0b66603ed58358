import { expect, test } from 'vitest';
import { quotationRows } from '#domain/documents/line-texts.ts';
import { itemTitle, libraryTitle, lineTitle, numberedTitle } from './line-title.ts';

const named = { lineNo: 2, name: ' 支架 ', materialName: 'AL6061-T6' };
const unnamed = { ...named, name: 'AL6061-T6' };

test('a line has the customer’s name, else its number, never the material’s name', () => {
  expect([named, unnamed, { ...named, name: '' }].map(lineTitle)).toEqual(['支架', '零件 2', '零件 2']);
  expect([named, unnamed].map(numberedTitle)).toEqual(['2. 支架', '零件 2']);
  expect([itemTitle(2, '支架'), itemTitle(2, '')]).toEqual(['第2项 支架', '零件 2']);
});

test('a library part without a name shows its size', () => {
  const size = { length: 120, width: 60, height: 20 };
  expect([libraryTitle('支架', size), libraryTitle('', size)]).toEqual(['支架', '120 × 60 × 20 mm']);
});

test('a document prints the same title, whatever its stored name', () => {
  const line = { size: [120, 60, 20], num: 1, processes: [], amount: '98.50', days: 5, remark: '' };
  const parts = quotationRows({
    items: [
      { ...named, ...line, name: '支架' },
      { ...unnamed, ...line },
    ],
  }).map(({ part }) => part);
  expect(parts).toEqual(['支架　AL6061-T6　120 × 60 × 20 mm', '零件 2　AL6061-T6　120 × 60 × 20 mm']);
});
