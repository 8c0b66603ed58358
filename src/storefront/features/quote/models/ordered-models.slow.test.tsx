import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { buildChargeRule, timeRates } from '#domain/charges/charges.test-data.ts';
import { buildRule } from '#domain/review/carts.test-data.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import type { ReadingOutcome } from '#geometry/worker/worker-report.ts';
import { ok, refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { storeFile, findUploadId } from './model-store.ts';
import { startEmptyStore } from './model-store.test-data.ts';
import { blocks } from './readings.test-data.ts';
import { confirmOrder, partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';
import {
  dialog,
  endings,
  choose,
  end,
  order,
  UPLOAD,
  uploads,
  renderRead,
} from './ordered-models.test-data.tsx';

vi.mock(import('./model-store.ts'));
vi.mock(import('#geometry/worker/read-in-worker.ts'));
beforeEach(() => {
  endings.clear();
  startEmptyStore();
  vi.mocked(readInWorker).mockImplementation(
    ({ name }) => new Promise((resolve) => void endings.set(name, resolve)),
  );
});

test('the summary and collapsed parts show which models are being read, are unreadable or need staff', async () => {
  const { user } = await renderQuote({ start: 'blank' });
  choose(['坏件.stl', '长梁.stl', '垫块.stl', '底板.stl'].map((name) => new File([name], name)));
  const [body] = blocks(1).bodies;
  const measures = { ...body!.measures, boxMm: [3_000, 20, 10], stockBoxMm: [3_000, 20, 10] } as const;
  await end('坏件.stl', { type: 'failed', failure: 'damaged' });
  await end('长梁.stl', { type: 'read', reading: { ...blocks(1), bodies: [{ ...body!, measures }] } });
  await end('垫块.stl');
  const line = (name: RegExp) => within(summaryPanel()).findByRole('button', { name });
  await line(/^底板\s*读取中$/);
  await line(/^坏件\s*无法读取\s*待完善$/);
  await line(/^长梁\s*参考价\s*× 1/);
  await line(/^垫块\s*× 1/);

  await user.click(screen.getByRole('button', { name: '全部收起' }));
  const head = (name: string) => partCard(name).querySelector('header')?.textContent;
  await waitFor(() => expect(head('坏件')).toContain('无法读取'));
  expect(head('底板')).toContain('读取中');
  expect(head('长梁')).toContain('需人工');
  await end('底板.stl');
  await waitFor(() => expect(head('底板')).not.toContain('读取中'));
});

test('the division of an assembly can be undone in its card and in the table', async () => {
  const { user } = await renderQuote({ start: 'blank' });
  choose([new File(['a'], '组件.stl')]);
  await end('组件.stl', { type: 'read', reading: blocks(1, 2) });
  const divide = () => within(partCard('组件')).findByRole('button', { name: '每个零件单独报价' });
  const undo = () => screen.getByRole('button', { name: '撤销上一步' });
  await user.click(await divide());
  expect(partCard('组件 2')).toBeDefined();
  expect(document.activeElement).toBe(undo());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: '组件 2' })).toBeNull();
  expect(await divide()).toBeDefined();
  expect(partCard('组件').contains(document.activeElement)).toBe(true);
  expect(screen.queryByRole('button', { name: '撤销上一步' })).toBeNull();

  await user.click(await divide());
  await user.click(screen.getByRole('button', { name: '表格' }));
  await user.click(await screen.findByRole('button', { name: '撤销上一步' }));
  await user.click(screen.getByRole('button', { name: '卡片' }));
  expect(await divide()).toBeDefined();
});

test('a line with a reference price shows no state beside its name', async () => {
  const rules = [buildRule({ kind: 'envelope', length: 1_000, width: 500, height: 500 })];
  const server = { 'GET /gate-rule/table': () => ok({ rules, isNewCustomer: false }) };
  await renderQuote({ start: 'blank', server });
  choose([new File(['a'], '长梁.stl')]);
  const [body] = blocks(1).bodies;
  const measures = { ...body!.measures, boxMm: [3_000, 20, 10], stockBoxMm: [3_000, 20, 10] } as const;
  await end('长梁.stl', { type: 'read', reading: { ...blocks(1), bodies: [{ ...body!, measures }] } });
  expect(await within(summaryPanel()).findByRole('button', { name: /^长梁\s*参考价\s*× 1/ })).toBeDefined();
});

test('the confirmation shows the pictures of the parts without a request', async () => {
  const { user, sent } = await renderRead(['a.stl', 'b.stl'], {});
  const before = sent.length;
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  const list = within(screen.getByRole('dialog')).getByRole('list', { name: '零件清单' });
  await waitFor(() => expect(list.querySelectorAll('li img[src="data:,"]')).toHaveLength(2));
  expect(sent).toHaveLength(before);
});

/** The server’s answer for a block of 30 × 20 × 10 mm. */
const served = (status: 'waiting' | 'measured' | 'unmeasured') => {
  const figures = { volumeMm3: 6_000, areaMm2: 2_200, boxMm: [30, 20, 10] };
  const body = { body: 0, kind: 'mesh', count: 1, ...figures, stockBoxMm: figures.boxMm, counts: figures };
  return ok({ id: 501, status, unit: null, bodies: status === 'measured' ? [body] : [] });
};
const rule = buildChargeRule({ id: 9, label: '表面费', basis: 'surface', amountFen: 10_000 });
const charged = {
  'GET /charge-rule/table': () => ok({ rules: [ruleInYuan(rule)], timeRates: { '': timeRates } }),
};
const bodiesOf = (sent: readonly SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);

describe('a model that this browser could not read', () => {
  const priceOf = async (outcome: ReadingOutcome, status: 'measured' | 'unmeasured') => {
    let answer = (_answer: Answer) => {};
    const measured = new Promise<Answer>((resolve) => (answer = resolve));
    const { user, sent, unmount } = await renderQuote({
      start: 'blank',
      server: {
        ...charged,
        [UPLOAD]: () => ok({ id: 501 }),
        'POST /public/uploadFile': () => ({ ...ok({ id: 601 }), id: 601 }),
        'GET /model/501': () => measured,
        'POST /order': () => ok(42, '提交成功'),
      },
    });
    choose([new File(['a'], '底板.stl')]);
    await end('底板.stl', outcome);
    const card = within(partCard('底板'));
    const sides = [
      ['长度', '30'],
      ['宽度', '20'],
      ['高度', '10'],
      ['数量', '1'],
    ] as const;
    for (const [label, text] of sides)
      fireEvent.change(card.getByLabelText(label), { target: { value: text } });
    const line = () => within(summaryPanel()).getByRole('button', { name: /^底板/ }).textContent;
    await waitFor(() => expect(line()).toContain('¥'));
    const before = line();
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    const wait = screen.queryByText('正在测量底板的模型，完成后自动进入确认。') !== null;
    await act(async () => answer(served(status)));
    await screen.findByRole('dialog');
    const isAttached = dialog().queryByText(/模型文件作为附件/) !== null;
    await confirmOrder(user);
    await screen.findByText('另一页');
    const [body] = bodiesOf(sent);
    unmount();
    return { before, wait, isAttached, body };
  };

  test('is measured by the server: its part costs the same, and one click places the order', async () => {
    const read = await priceOf({ type: 'read', reading: blocks(1) }, 'measured');
    expect(read).toMatchObject({ wait: false, before: expect.stringContaining('附加费 +¥22.00') });
    endings.clear();
    const late = await priceOf({ type: 'failed', failure: 'out-of-time' }, 'measured');
    expect(late).toMatchObject({
      wait: true,
      isAttached: false,
      before: expect.stringContaining('附加费 待核对'),
    });
    expect(late.body).toEqual(read.body);
    expect(late.body).toMatchObject({ items: [{ model: { id: 501, boxMm: [30, 20, 10] } }] });
  });

  test('becomes an attachment when the server cannot measure it either', async () => {
    const { body, isAttached } = await priceOf({ type: 'failed', failure: 'kernel-missing' }, 'unmeasured');
    expect(isAttached).toBe(true);
    expect(body).toMatchObject({ items: [{ fileIds: [601] }] });
  });
});

test('an order whose models are still being measured is placed once they are', async () => {
  const waiting = refusal(409, '零件 1 的三维模型还在测量', 'order.model_waiting');
  const answers = [waiting, ok(42, '提交成功')];
  let answer = (_answer: Answer) => {};
  const measured = new Promise<Answer>((resolve) => (answer = resolve));
  const { user, sent } = await renderRead(['底板.stl'], {
    server: {
      [UPLOAD]: () => ok({ id: 501 }),
      'GET /model/501': () => measured,
      'POST /order': () => answers.shift()!,
    },
  });
  await order(user);
  expect(await dialog().findByRole('button', { name: '正在测量模型…' })).toHaveProperty('disabled', true);
  await act(async () => answer(served('measured')));
  await screen.findByText('另一页');
  const [first, second] = bodiesOf(sent);
  expect(second).toEqual(first);
});

test('an order whose models take too long becomes a request in its confirmation', async () => {
  const waiting = refusal(409, '零件 1 的三维模型还在测量', 'order.model_waiting');
  const answers = [waiting, ok(42, '提交成功')];
  const { user, sent, address } = await renderRead(['底板.stl'], {
    server: {
      [UPLOAD]: () => ok({ id: 501 }),
      'GET /model/501': () => served('waiting'),
      'POST /order': () => answers.shift()!,
    },
  });
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await user.type(dialog().getByLabelText('联系人'), '张工');
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    fireEvent.click(dialog().getByRole('button', { name: '确认提交' }));
    await dialog().findByRole('button', { name: '正在测量模型…' });
    await act(() => vi.advanceTimersByTimeAsync(200_000));
    await dialog().findByText(/^底板的模型等了 3 分钟还没有量完/);
  } finally {
    vi.useRealTimers();
  }
  await user.click(dialog().getByRole('button', { name: '改为请人工报价' }));
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  const [first, second] = bodiesOf(sent);
  expect(first).toMatchObject({ status: 'placed' });
  expect(second).toEqual({ ...Object(first), status: 'requested' });
  expect(address()).toBe('/order/success?id=42');
});

describe('where models are uploaded before the order', () => {
  const config = (uploadTime: string) => ({
    'GET /app-config': () => ok({ 'order.contact': 'none', 'model.uploadTime': uploadTime }),
  });

  test('polling for a slow model slows down, pauses on a hidden page and stops after ten minutes', async () => {
    const { sent } = await renderQuote({
      start: 'blank',
      server: {
        [UPLOAD]: () => ok({ id: 501 }),
        'GET /model/501': () => served('waiting'),
        ...config('chosen'),
      },
    });
    const asked = () => sent.filter(({ url }) => url === '/model/501').length;
    const afterMinutes = async (minutes: number) => {
      const before = asked();
      await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
      return asked() - before;
    };
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    try {
      choose([new File(['a'], '底板.stl')]);
      await end('底板.stl', { type: 'failed', failure: 'out-of-time' });
      await within(partCard('底板')).findByText(/^模型已上传，服务器正在测量/);
      expect(await afterMinutes(1)).toBeGreaterThan(10);
      const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      expect(await afterMinutes(60)).toBeLessThanOrEqual(1);
      visibility.mockRestore();
      fireEvent(document, new Event('visibilitychange'));
      expect(await afterMinutes(9)).toBeLessThan(40);
      await within(partCard('底板')).findByText(/^服务器 10 分钟还没有量出这个模型/);
      expect(await afterMinutes(60)).toBe(0);
      fireEvent.click(within(partCard('底板')).getByRole('button', { name: '继续等待' }));
      expect(await afterMinutes(1)).toBeGreaterThan(10);
      expect(screen.queryByRole('button', { name: '继续等待' })).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a model is not sent when its part is removed first or an earlier visit sent it', async () => {
    let answer = (_answer: Answer) => {};
    const first = new Promise<Answer>((resolve) => (answer = resolve));
    let known = '';
    vi.mocked(findUploadId).mockImplementation(async (id) => (id === known ? 700 : undefined));
    vi.mocked(storeFile).mockImplementation(async (id, { name }) => {
      if (name === '盖.stl') known = id;
      return true;
    });
    const { user, sent } = await renderRead(['底板.stl', '轴.stl', '盖.stl'], {
      server: { [UPLOAD]: () => first, ...config('chosen') },
    });
    await waitFor(() => expect(uploads(sent)).toEqual(['底板.stl']));
    await user.click(screen.getByRole('button', { name: '删除 轴' }));
    await act(async () => answer(ok({ id: 1 })));
    await within(partCard('盖')).findByText(/^模型已上传，/);
    expect(uploads(sent)).toEqual(['底板.stl']);
  });
});
