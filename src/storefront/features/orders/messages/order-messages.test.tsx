import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { OrderMessage } from '#contract/orders/order-messages.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { buildMessage, threadOf } from '#tests/support/data/wire-messages.ts';
import { buildOrder } from '../order.test-data.ts';
import { open, findMessages, isPost, question, answer } from './order-messages.test-data.tsx';

test('an unanswered question is shown on top with what it delays, and is answered there', async () => {
  const user = userEvent.setup();
  const waiting = buildOrder({
    waitingSince: '2026-11-25T10:00:00+08:00',
    wait: { days: 2, promisedDate: '2026-12-07' },
  });
  const { sent, known } = open(threadOf([question]), waiting);
  expect((await screen.findByRole('note')).textContent).toBe(
    '承诺日期因等待您的答复顺延 2 个工作日，如果现在答复，承诺发货日为 2026-12-07。 去答复',
  );
  const section = await findMessages();
  const list = within(await section.findByRole('list', { name: '待您答复的问题' }));
  expect(list.getByText('零件 1 支架')).toBeDefined();
  await user.click(list.getByRole('button', { name: '发送答复' }));
  expect(list.getByText('请输入答复')).toBeDefined();
  await user.type(list.getByRole('textbox', { name: '您的答复' }), ' 是的 ');
  known['POST /order/3/message'] = ok(answer, '已发送');
  known['GET /order/3/message'] = ok(threadOf([{ ...question, answerId: 2 }, answer]));
  await user.click(list.getByRole('button', { name: '发送答复' }));
  await waitFor(() => expect(section.queryByRole('list', { name: '待您答复的问题' })).toBeNull());
  expect(sent.filter(isPost).map(({ body }) => body)).toEqual([
    { kind: 'answer', answersId: 1, text: '是的' },
  ]);
  const log = within(section.getByRole('log', { name: '消息' }));
  expect(log.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    '商家 王销售问题零件 1 支架2026-11-25 10:00螺纹是 M6 吗？',
    '我答复2026-11-25 10:00答复：螺纹是 M6 吗？是的',
  ]);
  await waitFor(() => expect(document.activeElement?.id).toBe('order-talk'));
});

test('a message can be about the order or a part, is sent by keyboard, and keeps its text if refused', async () => {
  const user = userEvent.setup();
  const { sent, known } = open(threadOf([]));
  const section = await findMessages();
  expect(await section.findByText(/还没有消息/)).toBeDefined();
  const form = within(section.getByRole('form', { name: '写消息' }));
  await user.selectOptions(form.getByRole('combobox', { name: '类型' }), '提问');
  await user.selectOptions(form.getByRole('combobox', { name: '关于' }), '零件 1 支架');
  const text = form.getByRole<HTMLTextAreaElement>('textbox', { name: '消息' });
  await user.type(text, '能加急吗');
  const msg = '这个订单 24 小时内的消息已达 500 条，请明天再发送';
  known['POST /order/3/message'] = refusal(429, msg, 'request.throttled');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await form.findByText(msg)).toBeDefined();
  expect(text.value).toBe('能加急吗');
  known['POST /order/3/message'] = ok(buildMessage({ text: '能加急吗' }), '已发送');
  await user.click(form.getByRole('button', { name: '发送' }));
  await waitFor(() => expect(text.value).toBe(''));
  expect(document.activeElement).toBe(text);
  expect(sent.filter(isPost).at(-1)?.body).toEqual({ kind: 'question', lineNo: 1, text: '能加急吗' });
});

test('messages are marked as read once seen, and earlier ones are fetched on demand', async () => {
  const user = userEvent.setup();
  let see: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn<(element: Element) => void>();
      disconnect = vi.fn<() => void>();
      constructor(onChange: typeof see) {
        see = onChange;
      }
    },
  );
  const message = (id: number): OrderMessage => buildMessage({ id, text: `第 ${id} 条` });
  const page = (first: number, last: number, pageIndex: number) => ({
    ...threadOf(
      Array.from({ length: last - first + 1 }, (_, n) => message(first + n)),
      100,
    ),
    pageIndex,
    count: 125,
  });
  const { sent } = open(threadOf([]), buildOrder(), {
    answers: {
      'GET /order/3/message': ({ url }) =>
        ok(
          url.includes('pageIndex=1')
            ? page(1, 50, 1)
            : url.includes('pageIndex=2')
              ? page(51, 100, 2)
              : page(101, 125, 3),
        ),
      'PUT /order/3/message/read': ok({ lastReadId: 125 }),
    },
  });
  const section = await findMessages();
  const texts = () => section.getAllByText(/^第 \d+ 条$/).map(({ textContent }) => textContent);
  await section.findByText('第 125 条');
  expect(texts()).toHaveLength(25);
  const marks = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  see([{ isIntersecting: false }]);
  expect(marks()).toEqual([]);
  see([{ isIntersecting: true }]);
  await waitFor(() => expect(marks()).toEqual([{ lastId: 125 }]));
  await user.click(section.getByRole('button', { name: '更早的消息' }));
  await section.findByText('第 51 条');
  await user.click(section.getByRole('button', { name: '更早的消息' }));
  await waitFor(() => expect(texts()).toHaveLength(125));
  expect(texts()[0]).toBe('第 1 条');
  expect(section.queryByRole('button', { name: '更早的消息' })).toBeNull();
  vi.unstubAllGlobals();
});

test('an unsent message is restored when its author returns to the page, and cleared once it is sent', async () => {
  const user = userEvent.setup();
  const field = async () =>
    (await findMessages()).findByRole<HTMLTextAreaElement>('textbox', { name: '消息' });
  const reopen = () => {
    cleanup();
    return open(threadOf([]));
  };
  open(threadOf([]));
  await user.type(await field(), '能否周五交货');
  await user.selectOptions((await findMessages()).getByLabelText('类型'), '提问');
  const { known } = reopen();
  expect((await field()).value).toBe('能否周五交货');
  expect((await findMessages()).getByLabelText<HTMLSelectElement>('类型').value).toBe('question');
  known['POST /order/3/message'] = ok(answer, '已发送');
  await user.click((await findMessages()).getByRole('button', { name: '发送' }));
  await waitFor(async () => expect((await field()).value).toBe(''));
  reopen();
  expect((await field()).value).toBe('');
});
