import { expect, test } from 'vitest';
import { checkHelp } from './checks/check-help.ts';
import { defaultCheckLimits, type CheckLimits } from './checks/check-limits.ts';
import { checkSentence } from './checks/check-sentences.ts';
import { checkDrawing } from './drawing-check.ts';

const { metal } = defaultCheckLimits;
const optionTexts = ['表面处理 喷砂', '公差 ±0.02 mm', '螺纹 M3–M6（≤4 孔）'];
const codes = (part: Partial<Parameters<typeof checkDrawing>[0]>, limits: CheckLimits = metal) =>
  checkDrawing({ optionTexts, fileNames: [], ...part }, limits).map(
    ({ code, severity }) => `${code} ${severity}`,
  );

test('threads and tolerances tighter than general ones are reported with a remedy', () => {
  const [check, ...others] = checkDrawing({ optionTexts, fileNames: [] }, metal);
  expect(others).toEqual([]);
  expect(check && checkSentence(check)).toBe(
    '公差 ±0.02 mm、螺纹 M3–M6（≤4 孔）要按图纸加工，这个零件还没有图纸',
  );
  expect(check && checkHelp(check)).toBe('附上标明位置、规格与公差的图纸（PDF、DXF、DWG 或图片）');
  expect(codes({ optionTexts: ['公差 GB/T 1804-f', '表面处理 喷砂'] })).toEqual([]);
});

test.each([
  ['底板.PDF', []],
  ['底板.dxf', []],
  ['底板.dwg', []],
  ['照片.jpeg', []],
  ['照片.png', []],
  ['底板.step', ['drawing-missing advice']],
  ['pdf.zip', ['drawing-missing advice']],
])('a part with the file %s: %j', (name, expected) => {
  expect(codes({ fileNames: ['底板.stl', name] })).toEqual(expected);
});

test('the shop sets the words, and may require a manual review', () => {
  const limits: CheckLimits = { ...metal, drawingWords: ['喷砂'], holds: ['drawing-missing'] };
  expect(codes({}, limits)).toEqual(['drawing-missing hold']);
  expect(codes({ optionTexts: ['螺纹 M3'] }, limits)).toEqual([]);
  expect(codes({}, { ...metal, drawingWords: [] })).toEqual([]);
});
