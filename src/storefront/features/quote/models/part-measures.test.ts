import { expect, test } from 'vitest';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { defaultCheckLimits } from '#geometry/checks/check-limits.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { readMesh } from '#geometry/mesh/read-mesh.ts';
import { emptyFields, type PartFields } from '../draft/draft.ts';
import { figuresOf, type PartModel } from '../draft/part-model.ts';
import { checksOf, drawingChecksOf, measuresOf } from './part-measures.ts';

const corners = (shift: number) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `v ${shift + (n & 1) * 20} ${((n >> 1) & 1) * 10} ${(n >> 2) * 5}`);
const sides = [
  [1, 3, 4, 2],
  [5, 6, 8, 7],
  [1, 2, 6, 5],
  [3, 7, 8, 4],
  [1, 5, 7, 3],
  [2, 4, 8, 6],
];
const twoBoxes = [0, 1].flatMap((box) => [
  ...corners(box * 1180),
  ...sides.map((side) => `f ${side.map((corner) => corner + box * 8).join(' ')}`),
]);
const reading: ModelReading = readMesh(new TextEncoder().encode(twoBoxes.join('\n')), 'obj');
const model: PartModel = { fileId: 'f', fileName: '组件.obj', fileBytes: 1, factor: 1 };
const measured = (change: Partial<PartModel>): PartModel => {
  const ours = { ...model, ...change };
  return { ...ours, measures: measuresOf(reading, ours) };
};

test('several bodies have no figures before the choice, one common box as one part, and their own boxes as several', () => {
  expect(measuresOf(reading, model)).toEqual({ bodies: 2, volumeMm3: 0 });
  expect(figuresOf(measured({}))).toBeUndefined();
  expect(figuresOf(measured({ isWhole: true }))).toEqual({
    volumeMm3: expect.closeTo(2000, 6),
    boxMm: [1200, 10, 5],
    isTurned: false,
  });
  expect(figuresOf(measured({ bodyIndex: 0 }))?.boxMm).toEqual([20, 10, 5]);
});

test('an assembly is checked against the machine envelope once it is one part', () => {
  const codes = (change: Partial<PartModel>) =>
    checksOf(reading, measured(change), defaultCheckLimits.metal).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ isWhole: true })).toEqual(['several-bodies', 'beyond-envelope']);
  expect(codes({ isWhole: true, factor: 1 / 25.4 })).toEqual(['several-bodies']);
});

test('notes of the reader about a file apply to each of its parts, also before the customer has chosen bodies', () => {
  const notes: ModelReading['notes'] = [{ code: 'hidden-bodies', count: 1 }];
  const checks = (change: Partial<PartModel>) =>
    checksOf({ ...reading, notes }, measured(change), defaultCheckLimits.metal);
  for (const change of [{}, { isWhole: true }, { bodyIndex: 1 }])
    expect(checks(change)).toContainEqual({
      code: 'hidden-bodies',
      severity: 'hold',
      figures: { notes },
      faces: [],
    });
});

test('a thread needs a drawing until the part has one', () => {
  const node = (id: number, name: string) =>
    [id, { id, name, filterType: 0, materialIds: [], children: [] } as unknown as ProcessTreeNode] as const;
  const nodes = new Map([node(3, '螺纹'), node(31, 'M3–M6（≤4 孔）'), node(32, '无螺纹')]);
  const codes = (change: Partial<PartFields>) =>
    drawingChecksOf(
      { ...emptyFields, selections: { process_3: 31 }, ...change },
      nodes,
      defaultCheckLimits.metal,
    ).map(({ code }) => code);
  const file = { id: 1, name: '底板.step', size: 1, hasThumbnail: false };
  expect(codes({ files: [file] })).toEqual(['drawing-missing']);
  expect(codes({ files: [file, { ...file, id: 2, name: '底板.PDF' }] })).toEqual([]);
  expect(codes({ selections: { process_3: 32 } })).toEqual([]);
});
