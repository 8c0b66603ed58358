import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { threadOf } from '#tests/support/data/wire-messages.ts';
import { order, internal, open, findMessages, asked } from './order-messages.test-data.tsx';

test('staff can enter an answer given by telephone, unless the customer has already answered', async () => {
  const page = open();
  const section = await findMessages();
  const questions = within(await section.findByRole('list', { name: '未答复的问题' }));
  fireEvent.click(questions.getByRole('button', { name: '代客户答复' }));
  expect(section.getByText(/^答复：是 M6 吗？/)).toBeTruthy();
  fireEvent.click(section.getByRole('button', { name: '不答复' }));
  expect(document.activeElement).toBe(section.getByRole('textbox', { name: '消息' }));
  fireEvent.click(questions.getByRole('button', { name: '代客户答复' }));
  fireEvent.change(section.getByRole('textbox', { name: '消息' }), { target: { value: '电话确认是' } });
  page.known['POST /order/:id/staff-message'] = refusal(409, '这个问题已经答复过了', 'message.answered');
  page.known['GET /order/:id/staff-message'] = ok(threadOf([internal, { ...asked, answerId: 3 }]));
  fireEvent.click(section.getByRole('button', { name: '发送答复' }));
  expect((await section.findByRole('alert')).textContent).toBe('这个问题已经答复过了');
  await waitFor(() => expect(section.queryByRole('list', { name: '未答复的问题' })).toBeNull());
  const text = section.getByRole<HTMLTextAreaElement>('textbox', { name: '消息' });
  expect(text.value).toBe('电话确认是');
  fireEvent.change(text, { target: { value: '' } });
  expect(page.sentTo('POST /order/3/staff-message').map(({ body }) => body)).toEqual([
    { kind: 'answer', answersId: 2, audience: 'customer', text: '电话确认是' },
  ]);
});

test('an order that waits for its customer shows the start of the wait and the resulting date', async () => {
  const waiting = {
    ...order,
    waitingSince: '2026-11-25T10:00:00+08:00',
    wait: { days: 2, promisedDate: '2026-12-07' },
  };
  open(threadOf([]), { answers: { 'GET /order/:id/withExt': ok(waiting) } });
  expect(
    await screen.findByText('自 2026-11-25 10:00 起，已顺延 2 个工作日；现在答复则为 2026-12-07'),
  ).toBeTruthy();
});

const uploaded = { id: 9, name: '支架.pdf', size: 1, type: 'application/pdf', hasThumbnail: false };

test('an attachment whose upload failed stays listed, and can be retried or removed', async () => {
  const page = open(threadOf([]), { answers: { 'POST /public/uploadFile': noAnswer() } });
  const section = await findMessages();
  const choose = (name: string) =>
    fireEvent.change(section.getByLabelText('添加附件'), { target: { files: [new File(['x'], name)] } });
  choose('支架.pdf');
  expect((await section.findByRole('alert')).textContent).toMatch(/^未上传：/);
  page.known['POST /public/uploadFile'] = { ...ok({}), ...uploaded };
  fireEvent.click(section.getByRole('button', { name: '重新上传' }));
  await waitFor(() => {
    const attached = section.getByRole('list', { name: '要发送的附件' });
    expect(attached.textContent).toContain('支架.pdf');
    expect(within(attached).queryByRole('alert')).toBeNull();
  });
  page.known['POST /public/uploadFile'] = noAnswer();
  choose('底板.pdf');
  await section.findByRole('alert');
  fireEvent.click(section.getByRole('button', { name: '移除 底板.pdf' }));
  expect(section.queryByText('底板.pdf')).toBeNull();
  fireEvent.click(section.getByRole('button', { name: '移除 支架.pdf' }));
  expect(section.queryByRole('list', { name: '要发送的附件' })).toBeNull();
});

test('the browser asks before an unsent message or upload is lost', async () => {
  const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  open(threadOf([]), {
    answers: { 'POST /public/uploadFile': () => new Promise<never>(() => undefined) },
  });
  const section = await findMessages();
  const text = await section.findByRole('textbox', { name: '消息' });
  expect(unload()).toBe(true);
  fireEvent.change(text, { target: { value: '请补充图纸' } });
  expect(unload()).toBe(false);
  fireEvent.change(text, { target: { value: '' } });
  expect(unload()).toBe(true);
  fireEvent.change(section.getByLabelText('添加附件'), {
    target: { files: [new File(['x'], '支架.pdf')] },
  });
  await section.findByText('正在上传 0%');
  expect(unload()).toBe(false);
});
