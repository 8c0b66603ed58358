import { expect, test } from 'vitest';
import type { MeasuredCost } from '#contract/catalogue/calibration.ts';
import { sheetOfCalibration } from './calibration-sheet.ts';

const measured: MeasuredCost = {
  kind: 'cell',
  materialTag: 'aluminium',
  materialId: 1,
  optionId: 7,
  material: 'AL6061',
  option: '表面处理/喷砂',
  lines: 12,
  deviation: { percent: 18.5, low: 12, high: 25 },
  measuredCost: 9.48,
  bookCost: 8,
};
const report = { lines: 12, entered: 12, incomparable: 0, groups: [], isCut: false };

test('the sheet lists measured costs next to those of the cost table, with and without a proposal', () => {
  const proposal = { ...measured, average: 20, now: 20, proposed: 23.7, time: 1 };
  const machining = { ...measured, kind: 'machining' as const, bookCost: null };
  const [head, ...rows] = sheetOfCalibration(
    { ...report, proposals: [proposal], costs: [measured, machining] },
    () => '铝合金',
  );
  expect(head!.slice(-2)).toEqual(['成本表（元/件）', '实测成本（元/件）']);
  expect(rows.map((row) => [row[0], row[1], ...row.slice(8)])).toEqual([
    ['建议价格', 'AL6061 表面处理/喷砂', 18.5, '估算列为现价，实际列为建议价', 8, 9.48],
    ['待写入的实测成本', 'AL6061 表面处理/喷砂', 18.5, '12 至 25', 8, 9.48],
    ['待写入的实测成本', '加工基价 铝合金', 18.5, '12 至 25', '未知', 9.48],
  ]);
  expect(rows.map((row) => row.length)).toEqual([head!.length, head!.length, head!.length]);
});
