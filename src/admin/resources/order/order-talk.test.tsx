import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { buildMessage, threadOf } from '#tests/support/wire-messages.ts';
import { administrator, openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const order = buildOrder();
const internal = buildMessage({
  id: 1,
  audience: 'staff',
  isFromShop: true,
  userName: '李工',
  text: '毛利偏低',
});
const asked = buildMessage({
  id: 2,
  kind: 'question',
  isFromShop: true,
  userName: '王销售',
  text: '是 M6 吗？',
});

const open = (thread = threadOf([internal, asked]), more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin/user/order/3', {
    ...more,
    answers: {
      'GET /order': pageOf([order]),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ok(order),
      'GET /order/:id/staff-message': ok(thread),
      'GET /dict-data/option-select': ok([{ label: '请补充图纸。', value: 'drawing', listClass: '' }]),
      ...more.answers,
    },
  });
const findTalk = async () => within(await screen.findByRole('region', { name: '沟通' }));

test('what is for staff alone says so, on the message and on the form', async () => {
  const page = open();
  const talk = await findTalk();
  const [first, second] = within(await talk.findByRole('log')).getAllByRole('article');
  expect(first?.textContent).toBe('李工内部 · 客户看不到2026-11-25 10:00毛利偏低');
  expect(first?.dataset['side']).toBe('internal');
  expect(second?.textContent).toBe('王销售问题 · 待客户答复2026-11-25 10:00是 M6 吗？');
  fireEvent.click(talk.getByRole('radio', { name: '内部' }));
  expect(talk.getByText('内部消息只有员工能看到，不会发给客户。')).toBeTruthy();
  const text = talk.getByRole<HTMLTextAreaElement>('textbox', { name: '内部消息' });
  fireEvent.click(talk.getByRole('button', { name: '发送内部消息' }));
  expect((await talk.findByRole('alert')).textContent).toBe('请输入消息');
  fireEvent.change(text, { target: { value: '先别确认' } });
  page.known['POST /order/:id/staff-message'] = ok(buildMessage({ text: '先别确认' }), '已发送');
  fireEvent.click(talk.getByRole('button', { name: '发送内部消息' }));
  await waitFor(() => expect(text.value).toBe(''));
  expect(document.activeElement).toBe(text);
  expect(page.sentTo('POST /order/3/staff-message').map(({ body }) => body)).toEqual([
    { kind: 'note', audience: 'staff', text: '先别确认' },
  ]);
});

test('a question about a part starts with a sentence of the dictionary and says that it stops the promise', async () => {
  const page = open(threadOf([]), {
    answers: { 'POST /order/:id/staff-message': ok(buildMessage(), '已发送') },
  });
  const talk = await findTalk();
  fireEvent.click(await talk.findByRole('radio', { name: '提问' }));
  expect(talk.getByText(/承诺日期（询价时为答复时限）自动顺延/)).toBeTruthy();
  fireEvent.mouseDown(talk.getByRole('combobox', { name: '关于' }));
  fireEvent.click(await screen.findByTitle('零件 1 支架'));
  fireEvent.mouseDown(talk.getByRole('combobox', { name: '快捷回复' }));
  fireEvent.click(await screen.findByTitle('请补充图纸。'));
  const text = talk.getByRole<HTMLTextAreaElement>('textbox', { name: '消息' });
  expect(text.value).toBe('请补充图纸。');
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(text.value).toBe(''));
  expect(page.sentTo('POST /order/3/staff-message').map(({ body }) => body)).toEqual([
    { kind: 'question', audience: 'customer', lineNo: 1, text: '请补充图纸。' },
  ]);
});

test('staff enter the answer that a customer gave by telephone, unless the customer was faster', async () => {
  const page = open();
  const talk = await findTalk();
  const questions = within(await talk.findByRole('list', { name: '未答复的问题' }));
  fireEvent.click(questions.getByRole('button', { name: '代客户答复' }));
  expect(talk.getByText(/^答复：是 M6 吗？/)).toBeTruthy();
  fireEvent.click(talk.getByRole('button', { name: '不答复' }));
  expect(document.activeElement).toBe(talk.getByRole('textbox', { name: '消息' }));
  fireEvent.click(questions.getByRole('button', { name: '代客户答复' }));
  fireEvent.change(talk.getByRole('textbox', { name: '消息' }), { target: { value: '电话确认是' } });
  page.known['POST /order/:id/staff-message'] = refusal(409, '这个问题已经答复过了', 'message.answered');
  page.known['GET /order/:id/staff-message'] = ok(threadOf([internal, { ...asked, answerId: 3 }]));
  fireEvent.click(talk.getByRole('button', { name: '发送答复' }));
  expect((await talk.findByRole('alert')).textContent).toBe('这个问题已经答复过了');
  await waitFor(() => expect(talk.queryByRole('list', { name: '未答复的问题' })).toBeNull());
  const text = talk.getByRole<HTMLTextAreaElement>('textbox', { name: '消息' });
  expect(text.value).toBe('电话确认是');
  fireEvent.change(text, { target: { value: '' } });
  expect(page.sentTo('POST /order/3/staff-message').map(({ body }) => body)).toEqual([
    { kind: 'answer', answersId: 2, audience: 'customer', text: '电话确认是' },
  ]);
});

test('an order that waits for its customer says since when, and where its date would be', async () => {
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

test('the conversation is for those who may speak for the shop', async () => {
  const buttons = ['mfr:order:list', 'mfr:order:query', 'mfr:order:handle'];
  const page = open(threadOf([internal]), { user: { ...administrator, buttons, permissions: buttons } });
  await screen.findByRole('region', { name: '订单信息' });
  expect(screen.queryByRole('region', { name: '沟通' })).toBeNull();
  expect(page.sentTo('GET /order/3/staff-message')).toEqual([]);
});

const uploaded = { id: 9, name: '支架.pdf', size: 1, type: 'application/pdf', hasThumbnail: false };

test('an attachment that got no answer stays in the list, is uploaded again or removed', async () => {
  const page = open(threadOf([]), { answers: { 'POST /public/uploadFile': noAnswer() } });
  const talk = await findTalk();
  const choose = (name: string) =>
    fireEvent.change(talk.getByLabelText('添加附件'), { target: { files: [new File(['x'], name)] } });
  choose('支架.pdf');
  expect((await talk.findByRole('alert')).textContent).toMatch(/^未上传：/);
  page.known['POST /public/uploadFile'] = { ...ok({}), ...uploaded };
  fireEvent.click(talk.getByRole('button', { name: '重新上传' }));
  await waitFor(() => {
    const attached = talk.getByRole('list', { name: '要发送的附件' });
    expect(attached.textContent).toContain('支架.pdf');
    expect(within(attached).queryByRole('alert')).toBeNull();
  });
  page.known['POST /public/uploadFile'] = noAnswer();
  choose('底板.pdf');
  await talk.findByRole('alert');
  fireEvent.click(talk.getByRole('button', { name: '移除 底板.pdf' }));
  expect(talk.queryByText('底板.pdf')).toBeNull();
  fireEvent.click(talk.getByRole('button', { name: '移除 支架.pdf' }));
  expect(talk.queryByRole('list', { name: '要发送的附件' })).toBeNull();
});

test('the browser asks before a message or a file that is not sent is lost', async () => {
  const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  open(threadOf([]), {
    answers: { 'POST /public/uploadFile': () => new Promise<never>(() => undefined) },
  });
  const talk = await findTalk();
  const text = await talk.findByRole('textbox', { name: '消息' });
  expect(unload()).toBe(true);
  fireEvent.change(text, { target: { value: '请补充图纸' } });
  expect(unload()).toBe(false);
  fireEvent.change(text, { target: { value: '' } });
  expect(unload()).toBe(true);
  fireEvent.change(talk.getByLabelText('添加附件'), {
    target: { files: [new File(['x'], '支架.pdf')] },
  });
  await talk.findByText('正在上传 0%');
  expect(unload()).toBe(false);
});
