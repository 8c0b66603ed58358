import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { pageOf } from '../../app/open-admin.test-data.tsx';
import { open, record, trial, rowsOf, setup } from './charge-trial.test-data.tsx';

test('a rule of a lead class is tried on an order of that class, or of another', async () => {
  const express = { id: 12, name: '加急', factor: 0.5, percent: 30 };
  const bound = { ...setup, leadClassId: 12, leadFactor: 0.5, leadTarget: '加急及更快' };
  const { known } = open('/1/edit');
  known['GET /charge-rule'] = pageOf([bound]);
  known['GET /charge-rule/:id'] = ok(bound);
  known['GET /lead-class/options'] = ok([{ id: 0, name: '标准', factor: 1, percent: 0 }, express]);
  const view = await trial();
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['编程开机费', '¥50.00', '¥50.00'],
    ['加急（交期 ×0.5）', '¥217.33', '¥217.33'],
    ['合计', '¥991.77', '¥991.77'],
  ]);
  fireEvent.mouseDown(view.getByLabelText('交期档位'));
  fireEvent.click(await screen.findByTitle('标准'));
  await waitFor(() => expect(view.queryByText('加急（交期 ×0.5）')).toBeNull());
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['合计', '¥724.44', '¥724.44'],
  ]);
});

test('a rule by measurements is tried on a part with entered model figures, or without a model', async () => {
  const surface = record({ id: 1, label: '去毛刺', basis: 'surface', amountFen: 150 });
  const minute = record({ id: 3, label: '机时费', basis: 'minute', amountFen: 120 });
  const days = record({ id: 4, kind: 'days', basis: 'days', dayMinutes: 90 });
  const flat = { withoutModel: 'flat', flatFen: 8000 } as const;
  const hole = record({ id: 5, label: '钻孔费', basis: 'hole', amountFen: 200, diameterUpToMm: 8, ...flat });
  const { known } = open('/1/edit');
  known['GET /charge-rule'] = pageOf([surface, minute, days, hole]);
  known['GET /charge-rule/:id'] = ok(surface);
  const view = await trial();
  fireEvent.change(view.getByLabelText('表面积 dm²'), { target: { value: '4' } });
  fireEvent.change(view.getByLabelText('孔数'), { target: { value: '3' } });
  expect(await view.findByText('表面 40 dm² × ¥1.50/dm²（按三维模型测量）')).toBeTruthy();
  expect(rowsOf(view).slice(1, -1)).toEqual([
    ['去毛刺', '¥60.00', '¥60.00'],
    ['机时费', '¥216.00', '¥216.00'],
    ['机时交期', '+2 个工作日', '+2 个工作日'],
    ['钻孔费', '¥60.00', '¥60.00'],
  ]);
  fireEvent.change(view.getByLabelText('孔数'), { target: { value: 'x' } });
  expect((await view.findAllByText('孔数应为 0 到 10000 的整数')).length).toBe(2);
  fireEvent.mouseDown(view.getByLabelText('三维模型'));
  fireEvent.click(await screen.findByTitle('没有'));
  await waitFor(() => expect(rowsOf(view).slice(1, -1)).toEqual([['钻孔费', '¥80.00', '¥80.00']]));
  expect(view.queryByLabelText('孔数')).toBeNull();
});

test('a new rule is tried as if it were enabled; missing values are reported', async () => {
  open('/create');
  const view = await trial();
  expect(view.getByText('修改后：按每种零件收取的规则必须填写金额')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '0' } });
  expect(await view.findByText('修改后：金额不能小于0.01')).toBeTruthy();
});
