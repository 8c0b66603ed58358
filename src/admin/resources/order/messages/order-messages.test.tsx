import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildMessage, threadOf } from '#tests/support/data/wire-messages.ts';
import { administrator } from '../../../app/open-admin.test-data.tsx';
import { internal, open, findMessages } from './order-messages.test-data.tsx';

test('internal messages are marked, in the list and in the form', async () => {
  const page = open();
  const section = await findMessages();
  const [first, second] = within(await section.findByRole('log')).getAllByRole('article');
  expect(first?.textContent).toBe('李工内部 · 客户看不到2026-11-25 10:00毛利偏低');
  expect(first?.dataset['side']).toBe('internal');
  expect(second?.textContent).toBe('王销售问题 · 待客户答复2026-11-25 10:00是 M6 吗？');
  fireEvent.click(section.getByRole('radio', { name: '内部' }));
  expect(section.getByText('内部消息只有员工能看到，不会发给客户。')).toBeTruthy();
  const text = section.getByRole<HTMLTextAreaElement>('textbox', { name: '内部消息' });
  fireEvent.click(section.getByRole('button', { name: '发送内部消息' }));
  expect((await section.findByRole('alert')).textContent).toBe('请输入消息');
  fireEvent.change(text, { target: { value: '先别确认' } });
  page.known['POST /order/:id/staff-message'] = ok(buildMessage({ text: '先别确认' }), '已发送');
  fireEvent.click(section.getByRole('button', { name: '发送内部消息' }));
  await waitFor(() => expect(text.value).toBe(''));
  expect(document.activeElement).toBe(text);
  expect(page.sentTo('POST /order/3/staff-message').map(({ body }) => body)).toEqual([
    { kind: 'note', audience: 'staff', text: '先别确认' },
  ]);
});

test('a question about a part takes a quick reply and says that it postpones the promised date', async () => {
  const page = open(threadOf([]), {
    answers: { 'POST /order/:id/staff-message': ok(buildMessage(), '已发送') },
  });
  const section = await findMessages();
  fireEvent.click(await section.findByRole('radio', { name: '提问' }));
  expect(section.getByText(/承诺日期（询价时为答复时限）自动顺延/)).toBeTruthy();
  fireEvent.mouseDown(section.getByRole('combobox', { name: '关于' }));
  fireEvent.click(await screen.findByTitle('零件 1 支架'));
  fireEvent.mouseDown(section.getByRole('combobox', { name: '快捷回复' }));
  fireEvent.click(await screen.findByTitle('请补充图纸。'));
  const text = section.getByRole<HTMLTextAreaElement>('textbox', { name: '消息' });
  expect(text.value).toBe('请补充图纸。');
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(text.value).toBe(''));
  expect(page.sentTo('POST /order/3/staff-message').map(({ body }) => body)).toEqual([
    { kind: 'question', audience: 'customer', lineNo: 1, text: '请补充图纸。' },
  ]);
});

test('the messages are shown only to users who may answer for the shop', async () => {
  const buttons = ['mfr:order:list', 'mfr:order:query', 'mfr:order:handle'];
  const page = open(threadOf([internal]), { user: { ...administrator, buttons, permissions: buttons } });
  await screen.findByRole('region', { name: '订单信息' });
  expect(screen.queryByRole('region', { name: '沟通' })).toBeNull();
  expect(page.sentTo('GET /order/3/staff-message')).toEqual([]);
});
