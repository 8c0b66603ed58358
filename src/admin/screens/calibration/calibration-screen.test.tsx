import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CalibrationReport } from '#contract/calibration.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, queryOf } from '../../app/open-admin.test-data.tsx';

const group = {
  kind: 'machining' as const,
  materialTag: 'sample_1',
  optionId: null,
  name: '',
  size: null,
  lines: 12,
  estimate: 1000,
  actual: 1200,
  amount: { estimate: 10, actual: 12 },
  deviation: { percent: 20, low: 15, high: 25 },
};
const deviation = { percent: 20, low: 15, high: 25 };
const figures = {
  lines: 12,
  deviation,
  average: 85,
  now: 85,
  proposed: 102,
  time: 0,
  measuredCost: 48,
  bookCost: 40,
};
const report: CalibrationReport = {
  lines: 40,
  entered: 24,
  incomparable: 2,
  groups: [group, { ...group, size: '50–100 mm', lines: 3, deviation: null }],
  proposals: [
    {
      kind: 'machining',
      materialTag: 'sample_1',
      materialId: 0,
      optionId: 0,
      material: '',
      option: '',
      ...figures,
    },
    {
      kind: 'cell',
      materialTag: '',
      materialId: 3,
      optionId: 7,
      material: 'AL6061',
      option: '表面处理 阳极氧化',
      ...figures,
      now: 9,
      average: 9,
      proposed: 10.8,
      time: 1,
      measuredCost: 3.6,
      bookCost: 3.6,
    },
  ],
  costs: [],
  isCut: false,
};
report.costs = report.proposals.filter(({ bookCost, measuredCost }) => bookCost !== measuredCost);
const open = (found: CalibrationReport, more: object = {}) =>
  openAdmin('/admin/calibration', { answers: { 'GET /calibration': ok(found), ...more } });

test('the report says how much was entered, and where the data are too few', async () => {
  open(report);
  expect(await screen.findByText(/投产的零件 40 行，已录入实际 24 行，其中 2 行无法比较/)).toBeTruthy();
  const table = screen.getByRole('table', { name: '加工的估算与实际' });
  const [whole, part] = within(table).getAllByRole('row').slice(1);
  expect(within(whole!).getByText('+20.0%')).toBeTruthy();
  expect(within(whole!).getByText('10 → 12 小时')).toBeTruthy();
  expect(within(part!).getByText('数据不足')).toBeTruthy();
});

test('without entries it says where they are made', async () => {
  open({ ...report, entered: 0, groups: [], proposals: [] });
  expect(await screen.findByText(/还没有录入实际工时与用料/)).toBeTruthy();
});

test('the filters are those of the request', async () => {
  const page = open(report);
  await screen.findByRole('table', { name: '调价建议' });
  fireEvent.mouseDown(screen.getByLabelText('偏差达到多少时给出建议'));
  fireEvent.click(await screen.findByText('偏差 20% 起给出建议'));
  await waitFor(() =>
    expect(queryOf(page.sentTo('GET /calibration').at(-1))).toMatchObject({ percent: '20' }),
  );
});

test('the selected proposals become a draft by one click, without a figure of cost in its texts', async () => {
  const page = open(report, { 'POST /price-draft': ok(9, '已存为草稿') });
  const table = await screen.findByRole('table', { name: '调价建议' });
  fireEvent.click(within(table).getByRole('checkbox', { name: '加工基价 sample_1' }));
  fireEvent.click(screen.getByRole('button', { name: '生成调价草稿（1 个价格）' }));
  expect(await screen.findByText('已生成调价草稿，价格没有改变；核对后再发布')).toBeTruthy();
  const [sent] = page.sentTo('POST /price-draft');
  const { reason, changes } = sent!.body as { reason: string; changes: object[] };
  expect(changes).toEqual([
    {
      kind: 'cell',
      materialId: 3,
      optionId: 7,
      before: { price: 9, time: 1 },
      after: { price: 10.8, time: 1 },
    },
  ]);
  expect(reason).toMatch(/实际与估算不符：AL6061 表面处理 阳极氧化（12 行）$/);
  expect(reason).not.toMatch(/¥|%|3\.6/);
  expect(page.sentTo('PUT /cost')).toEqual([]);
});

test('the measured costs are written where they differ', async () => {
  const page = open(report, { 'PUT /cost': ok({ saved: 1 }) });
  fireEvent.click(await screen.findByRole('button', { name: '把实测成本写入成本表（1 项）' }));
  await waitFor(() => expect(page.sentTo('PUT /cost')).toHaveLength(1));
  expect(page.sentTo('PUT /cost')[0]!.body).toEqual({
    changes: [
      { kind: 'machining', materialTag: 'sample_1', materialId: 0, optionId: 0, before: 40, after: 48 },
    ],
  });
});

test('the measured costs can be written as long as they are not, whatever became of the prices', async () => {
  const page = open({ ...report, proposals: [] }, { 'PUT /cost': ok({ saved: 1 }) });
  const table = within(await screen.findByRole('table', { name: '待写入的实测成本' }));
  expect(table.getByText('¥40.00 → ¥48.00')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^生成调价草稿/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '把实测成本写入成本表（1 项）' }));
  await waitFor(() => expect(page.sentTo('PUT /cost')).toHaveLength(1));
  expect(page.sentTo('PUT /cost')[0]!.body).toMatchObject({ changes: [{ before: 40, after: 48 }] });
});

test('a cost that is not to be written is left out', async () => {
  open({ ...report, proposals: [] });
  const table = within(await screen.findByRole('table', { name: '待写入的实测成本' }));
  fireEvent.click(table.getByRole('checkbox', { name: '加工基价 sample_1' }));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '把实测成本写入成本表（0 项）' });
  expect(button.disabled).toBe(true);
});
