import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, trial, rowsOf } from './charge-trial.test-data.tsx';

test('the trial shows an order of one part before and after the change', async () => {
  open('/1/edit');
  const view = await trial();
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['编程开机费', '¥50.00', '¥50.00'],
    ['起订补足', '¥8,225.56', '¥8,225.56'],
    ['合计', '¥9,000.00', '¥9,000.00'],
  ]);
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '8500' } });
  expect(await view.findByText('¥8,500.00')).toBeTruthy();
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['编程开机费', '¥50.00', '¥8,500.00'],
    ['起订补足', '¥8,225.56', '—'],
    ['合计', '¥9,000.00', '¥9,224.44'],
  ]);
  fireEvent.change(view.getByLabelText('数量'), { target: { value: '1' } });
  expect(await view.findByText('¥400.00')).toBeTruthy();
});
