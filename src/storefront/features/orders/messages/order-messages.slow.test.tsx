import { fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { noAnswer, ok } from '#providers/fake-server.test-data.ts';
import { customer } from '#storefront/app/app.test-data.tsx';
import { buildMessage, threadOf } from '#tests/support/data/wire-messages.ts';
import { buildOrder } from '../order.test-data.ts';
import { open, findMessages, isPost, question, buttons } from './order-messages.test-data.tsx';

test('messages are read-only without the permission to order', async () => {
  const few = buttons.filter((code) => code !== 'mfr:order:add');
  open(threadOf([question]), buildOrder(), {
    answers: { 'GET /getinfo': ok({ ...customer, buttons: few, permissions: few }) },
  });
  const section = await findMessages();
  expect(await section.findByText('螺纹是 M6 吗？')).toBeDefined();
  expect(section.queryByRole('form')).toBeNull();
});

const uploaded = { id: 9, name: '支架.pdf', size: 1, type: 'application/pdf', hasThumbnail: false };

test('an attachment whose upload got no response stays in the list and is uploaded again', async () => {
  const user = userEvent.setup();
  const { sent, known } = open(threadOf([]), buildOrder(), {
    answers: { 'POST /public/uploadFile': noAnswer() },
  });
  const form = within((await findMessages()).getByRole('form', { name: '写消息' }));
  await user.upload(form.getByLabelText('添加附件'), new File(['x'], '支架.pdf'));
  expect((await form.findByRole('alert')).textContent).toMatch(/^未上传：/);
  known['POST /public/uploadFile'] = { ...ok({}), ...uploaded };
  await user.click(form.getByRole('button', { name: '重新上传' }));
  await waitFor(() => {
    const attached = form.getByRole('list', { name: '要发送的附件' });
    expect(within(attached).queryByRole('alert')).toBeNull();
  });
  await user.type(form.getByRole('textbox', { name: '消息' }), '图纸');
  known['POST /order/3/message'] = ok(buildMessage({ text: '图纸' }), '已发送');
  await user.click(form.getByRole('button', { name: '发送' }));
  await waitFor(() => expect(sent.filter(isPost).map(({ body }) => body)).toMatchObject([{ fileIds: [9] }]));
});

test('the browser warns before an unsent message or file is lost', async () => {
  const user = userEvent.setup();
  const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  open(threadOf([]), buildOrder(), {
    answers: { 'POST /public/uploadFile': () => new Promise<never>(() => undefined) },
  });
  const form = within((await findMessages()).getByRole('form', { name: '写消息' }));
  expect(unload()).toBe(true);
  const text = form.getByRole('textbox', { name: '消息' });
  await user.type(text, '能否周五交货');
  expect(unload()).toBe(false);
  await user.clear(text);
  expect(unload()).toBe(true);
  await user.upload(form.getByLabelText('添加附件'), new File(['x'], '支架.pdf'));
  await form.findByText('正在上传 0%');
  expect(unload()).toBe(false);
});
