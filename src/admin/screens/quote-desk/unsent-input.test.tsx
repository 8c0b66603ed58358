import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildMessage, threadOf } from '#tests/support/data/wire-messages.ts';
import { openDesk } from './desk.test-data.ts';

const colleagues = buildMessage({
  id: 2,
  kind: 'question',
  audience: 'staff',
  isFromShop: true,
  userName: '李工',
  text: '毛利够吗？',
});

const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
const step = async (key: 'ArrowDown' | 'ArrowUp', orderNo: string) => {
  fireEvent.keyDown(document.body, { key, altKey: true });
  await screen.findByRole('link', { name: orderNo });
};

test('a half-written internal answer stays after stepping away and back, and stays internal', async () => {
  openDesk('?id=3', {
    answers: {
      'GET /order/3/staff-message': ok(threadOf([colleagues])),
      'GET /order/4/staff-message': ok(threadOf([])),
    },
  });
  const section = await region('沟通');
  fireEvent.click(await section.findByRole('button', { name: '答复' }));
  fireEvent.change(section.getByLabelText('内部消息'), { target: { value: '不够' } });
  await step('ArrowDown', 'Q20261120-0002');
  expect((await region('沟通')).getByLabelText<HTMLTextAreaElement>('消息').value).toBe('');
  await step('ArrowUp', 'Q20261120-0001');
  const again = await region('沟通');
  expect(again.getByLabelText<HTMLTextAreaElement>('内部消息').value).toBe('不够');
  fireEvent.click(again.getByRole('button', { name: '不答复' }));
  expect(again.getByLabelText<HTMLTextAreaElement>('内部消息').value).toBe('不够');
  expect(again.getByRole<HTMLInputElement>('radio', { name: '内部' }).checked).toBe(true);
});

test('a half-written staff note stays after stepping away and back, until it is cancelled', async () => {
  openDesk('?id=3');
  const panel = () => region(/^内部备注与承诺发货日/);
  fireEvent.click((await panel()).getByRole('button', { name: '修改' }));
  fireEvent.change((await panel()).getByLabelText('内部备注'), { target: { value: '老客户' } });
  await step('ArrowDown', 'Q20261120-0002');
  expect((await panel()).queryByLabelText('内部备注')).toBeNull();
  await step('ArrowUp', 'Q20261120-0001');
  expect((await panel()).getByLabelText<HTMLTextAreaElement>('内部备注').value).toBe('老客户');
  fireEvent.click((await panel()).getByRole('button', { name: '取消' }));
  await step('ArrowDown', 'Q20261120-0002');
  await step('ArrowUp', 'Q20261120-0001');
  expect((await panel()).queryByLabelText('内部备注')).toBeNull();
});
