import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { pageOf } from '../../app/open-admin.test-data.tsx';
import { open, trial, rowsOf, setup } from './charge-trial.test-data.tsx';

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

test('a new rule is tried as if it were on; what it lacks is said', async () => {
  open('/create');
  const view = await trial();
  expect(view.getByText('修改后：按每种零件收取的规则必须填写金额')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '0' } });
  expect(await view.findByText('修改后：金额不能小于0.01')).toBeTruthy();
});
