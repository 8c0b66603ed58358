import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { typeHours, FIRST } from './part-actual.test-data.tsx';

test.each([
  ['Esc', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['closing the drawer', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['the next order', () => fireEvent.click(screen.getByRole('button', { name: '下一条' }))],
])('%s asks before unsaved actual hours are lost', async (_way, leave) => {
  const page = await typeHours();
  leave();
  expect(await screen.findByText('有尚未保存的修改')).toBeTruthy();
  fireEvent.click(screen.getByText('继续修改'));
  await waitFor(() => expect(screen.queryByText('有尚未保存的修改')).toBeNull());
  expect(page.at()).toBe(FIRST);
  expect(screen.getByLabelText<HTMLInputElement>('加工工时（小时）').value).toBe('2.5');
});
