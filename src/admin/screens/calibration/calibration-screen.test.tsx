import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { report, open } from './calibration-screen.test-data.tsx';

report.costs = report.proposals.filter(({ bookCost, measuredCost }) => bookCost !== measuredCost);

test('the selected proposals become a draft whose texts contain no cost figures', async () => {
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

test('only measured costs that differ are written', async () => {
  const page = open(report, { 'PUT /cost': ok({ saved: 1 }) });
  fireEvent.click(await screen.findByRole('button', { name: '把实测成本写入成本表（1 项）' }));
  await waitFor(() => expect(page.sentTo('PUT /cost')).toHaveLength(1));
  expect(page.sentTo('PUT /cost')[0]!.body).toEqual({
    changes: [
      { kind: 'machining', materialTag: 'sample_1', materialId: 0, optionId: 0, before: 40, after: 48 },
    ],
  });
});
