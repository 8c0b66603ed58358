import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

test.each([
  ['charge-rules', 'GET /charge-rule', '金额'],
  ['gate-rules', 'GET /gate-rule', '最大长度'],
])('a new rule of %s marks the required field and is not sent without it', async (path, list, label) => {
  const page = openAdmin(`/admin/${path}/create`, {
    answers: {
      [list]: pageOf([]),
      'GET /material': pageOf([]),
    },
  });
  const form = within(await screen.findByRole('dialog'));
  const text = await form.findByText(label, { selector: 'label' });
  expect(text.className).toContain('required');
  fireEvent.click(form.getByRole('button', { name: '保存' }));
  expect(await form.findByText(`请输入${label}`)).toBeTruthy();
  expect(page.sentTo(list.replace('GET', 'POST'))).toEqual([]);
});

test('an amount with three decimals is refused, not rounded', async () => {
  openAdmin('/admin/charge-rules/create', { answers: { 'GET /charge-rule': pageOf([]) } });
  const form = within(await screen.findByRole('dialog'));
  const amount = await form.findByLabelText<HTMLInputElement>('金额');
  fireEvent.change(amount, { target: { value: '12.345' } });
  fireEvent.blur(amount);
  fireEvent.click(form.getByRole('button', { name: '保存' }));
  expect(await form.findByText('金额最多2位小数')).toBeTruthy();
  expect(amount.value).toBe('12.345');
});
