import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changes } from './changes.tsx';
import type { ChangesField } from './field.ts';

const field: ChangesField = { type: 'changes', label: '变更' };

const rowsOf = (value: unknown) => {
  render(<>{changes.detail?.(value, field, {})}</>);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
};

test('changed prices show material, option, old and new price', () => {
  const prices = [
    {
      material: 'AL6061',
      option: '表面处理 喷砂',
      before: { price: 6, time: 1 },
      after: { price: 6.5, time: 1 },
    },
    { material: 'AL6061', option: '表面处理 拉丝', before: null, after: { price: 0, time: 0 } },
  ];
  expect(rowsOf({ saved: 2, prices })).toEqual([
    ['AL6061 · 表面处理 喷砂', '¥6.00，1 天', '¥6.50，1 天'],
    ['AL6061 · 表面处理 拉丝', '（无价格）', '¥0.00，0 天'],
  ]);
});

test.each([
  [{ cells: { '3/12': [{ price: 6, time: 1 }, null] } }, '材料 3 · 工艺选项 12'],
  [{ process_12: [[6, 1], null] }, '工艺选项 12'],
])('log entries without stored names are readable too: %j', (value, pair) => {
  expect(rowsOf(value)).toEqual([[pair, '¥6.00，1 天', '（无价格）']]);
});
