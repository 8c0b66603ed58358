import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { queryOf } from '../../app/open-admin.test-data.tsx';
import { report, open } from './calibration-screen.test-data.tsx';

report.costs = report.proposals.filter(({ bookCost, measuredCost }) => bookCost !== measuredCost);

test('the report shows how much was entered and where data are insufficient', async () => {
  open(report);
  expect(await screen.findByText(/投产的零件 40 行，已录入实际 24 行，其中 2 行无法比较/)).toBeTruthy();
  const table = screen.getByRole('table', { name: '加工的估算与实际' });
  const [whole, part] = within(table).getAllByRole('row').slice(1);
  expect(within(whole!).getByText('+20.0%')).toBeTruthy();
  expect(within(whole!).getByText('10 → 12 小时')).toBeTruthy();
  expect(within(part!).getByText('数据不足')).toBeTruthy();
});

test('without entries the report says where to enter them', async () => {
  open({ ...report, entered: 0, groups: [], proposals: [] });
  expect(await screen.findByText(/还没有录入实际工时与用料/)).toBeTruthy();
});

test('the filters are sent with the request', async () => {
  const page = open(report);
  await screen.findByRole('table', { name: '调价建议' });
  fireEvent.mouseDown(screen.getByLabelText('偏差达到多少时给出建议'));
  fireEvent.click(await screen.findByText('偏差 20% 起给出建议'));
  await waitFor(() =>
    expect(queryOf(page.sentTo('GET /calibration').at(-1))).toMatchObject({ percent: '20' }),
  );
});

test('measured costs can be written even without price proposals', async () => {
  const page = open({ ...report, proposals: [] }, { 'PUT /cost': ok({ saved: 1 }) });
  const table = within(await screen.findByRole('table', { name: '待写入的实测成本' }));
  expect(table.getByText('¥40.00 → ¥48.00')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^生成调价草稿/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '把实测成本写入成本表（1 项）' }));
  await waitFor(() => expect(page.sentTo('PUT /cost')).toHaveLength(1));
  expect(page.sentTo('PUT /cost')[0]!.body).toMatchObject({ changes: [{ before: 40, after: 48 }] });
});

test('a deselected cost is not written', async () => {
  open({ ...report, proposals: [] });
  const table = within(await screen.findByRole('table', { name: '待写入的实测成本' }));
  fireEvent.click(table.getByRole('checkbox', { name: '加工基价 sample_1' }));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '把实测成本写入成本表（0 项）' });
  expect(button.disabled).toBe(true);
});
