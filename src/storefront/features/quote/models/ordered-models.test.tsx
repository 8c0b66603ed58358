import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { noAnswer, ok, refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { startEmptyStore } from './model-store.test-data.ts';
import { blocks } from './readings.test-data.ts';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';
import {
  endings,
  choose,
  end,
  UPLOAD,
  uploads,
  renderRead,
  order,
  dialog,
  fileName,
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

test('a part shows that its model is being read until reading succeeds or fails', async () => {
  const { user } = await renderQuote();
  choose([new File(['a'], '底板.stl'), new File(['b'], '坏件.stl')]);
  const line = (name: RegExp) => within(summaryPanel()).findByRole('button', { name });
  await line(/^底板\s*读取中/);
  await line(/^坏件\s*读取中/);
  expect(summaryPanel().textContent).toContain('另有 2 个零件的模型正在读取，未计入合计');
  expect(within(partCard('底板')).getByText('模型读取完成后显示价格，也可以先填写尺寸')).toBeDefined();

  // The order waits for the models, and does not ask for the sizes they will provide.
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  expect(screen.getByText('正在读取底板 等 2 个零件的模型，完成后自动进入确认。')).toBeDefined();
  expect(screen.getByRole('button', { name: '正在读取模型…' })).toHaveProperty('disabled', true);
  expect(screen.queryByText('请输入长度')).toBeNull();

  await end('底板.stl');
  await line(/^底板\s*× 1/);
  await end('坏件.stl', { type: 'failed', failure: 'damaged' });
  await line(/^坏件\s*无法读取\s*待完善/);
  await waitFor(() => expect(document.activeElement).toBe(within(partCard('坏件')).getByLabelText('长度')));
  expect(summaryPanel().textContent).toContain('另有 1 个零件待完善，未计入合计');
});

test('an assembly asks how to quote its bodies, not for dimensions', async () => {
  const { user } = await renderQuote({ start: 'blank' });
  choose([new File(['a'], '组件.stl')]);
  await end('组件.stl', { type: 'read', reading: blocks(1, 2) });
  const card = within(partCard('组件'));
  const sentence = '文件里有多个实体：先选择每个零件单独报价，还是作为一个零件';
  expect(await card.findByText(sentence)).toBeDefined();
  // The list of bodies is loaded with the first assembly.
  const first = await card.findByRole('button', { name: '每个零件单独报价' });
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.getByText(`组件：${sentence}`)).toBeDefined();
  expect(screen.queryByText('请输入长度')).toBeNull();
});
const orders = (sent: readonly SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);

/** A server that answers the uploads of a file with these failures in turn, and then accepts it. */
function taking(failures: Record<string, Answer[]>) {
  let id = 500;
  return {
    [UPLOAD]: (request: SentRequest) => failures[fileName(request)]?.shift() ?? ok({ id: (id += 1) }),
    'POST /order': () => ok(42, '提交成功'),
  };
}

describe('a model that cannot be sent with the order', () => {
  test.each([
    ['a lost connection', noAnswer(), '网络连接失败，请检查网络后重试', 1],
    [
      'a file beyond the limit',
      refusal(413, '三维模型不能超过 50 MB', 'file.too_large'),
      '三维模型不能超过 50 MB，请换一个较小的文件',
      2,
    ],
  ])(
    'because of %s shows the reason at its part; a retry sends only what is missing',
    async (_name, failure, reason, tried) => {
      const { user, sent } = await renderRead(['底板.stl', '轴.stl', '盖.stl'], {
        server: taking({ '轴.stl': [failure] }),
      });
      await user.click(screen.getByRole('button', { name: '提交订单' }));
      await user.type(dialog().getByLabelText('收货地址'), '苏州市工业园区 8 号');
      await user.click(dialog().getByRole('button', { name: '确认提交' }));

      const card = within(partCard('轴'));
      const alert = await card.findByText(new RegExp(`^“轴.stl”没有上传成功，因此没有提交。${reason}。`));
      expect(alert.closest('[role=alert]')).not.toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
      const retry = card.getByRole('button', { name: '重试' });
      expect(document.activeElement).toBe(retry);
      expect(retry.getAttribute('aria-describedby')).toBe(alert.id);
      expect(screen.getAllByRole('button', { name: '重试' })).toHaveLength(1);
      expect(orders(sent)).toEqual([]);
      // An error of one file does not stop the others.
      expect(uploads(sent)).toEqual(['底板.stl', '轴.stl', '盖.stl'].slice(0, tried + 1));

      await user.click(retry);
      await card.findByText(/^模型已上传/);
      expect(card.queryByRole('button', { name: '重试' })).toBeNull();
      expect(partCard('轴').contains(document.activeElement)).toBe(true);
      await user.click(screen.getByRole('button', { name: '提交订单' }));
      expect(dialog().getByLabelText('收货地址')).toHaveProperty('value', '苏州市工业园区 8 号');
      await user.click(dialog().getByRole('button', { name: '确认提交' }));
      await screen.findByText('另一页');
      expect(uploads(sent).toSorted()).toEqual(['底板.stl', '盖.stl', '轴.stl', '轴.stl'].toSorted());
      const models = [{ model: { boxMm: [30, 20, 10] } }, { model: {} }, { model: {} }];
      expect(orders(sent)).toMatchObject([{ address: '苏州市工业园区 8 号', items: models }]);
    },
  );

  test('because the session expired is sent after signing in, and sent models are not sent again', async () => {
    const ended = refusal(401, '请重新登录', 'session.expired');
    const { user, sent, unmount } = await renderRead(['底板.stl', '轴.stl'], {
      server: taking({ '轴.stl': [ended] }),
    });
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    await user.type(dialog().getByLabelText('收货地址'), '苏州市');
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    await screen.findByText(/登陆超时/);
    expect(orders(sent)).toEqual([]);
    unmount();

    const again = await renderQuote({ start: 'blank', server: taking({}) });
    expect(dialog().getByLabelText('收货地址')).toHaveProperty('value', '苏州市');
    await again.user.click(dialog().getByRole('button', { name: '确认提交' }));
    await screen.findByText('另一页');
    expect(uploads(again.sent)).toEqual(['轴.stl']);
    expect(orders(again.sent)).toMatchObject([{ address: '苏州市', items: [{ model: {} }, { model: {} }] }]);
  });

  test('is sent again once the server has deleted it', async () => {
    const gone = { 'items.0.model': '三维模型不存在或已删除，请重新上传' };
    let id = 600;
    const answers = [refusal(422, '报价内容有误', 'quote.invalid', { errors: gone }), ok(42, '提交成功')];
    const { user, sent } = await renderRead(['底板.stl'], {
      server: { [UPLOAD]: () => ok({ id: (id += 1) }), 'POST /order': () => answers.shift() ?? ok(42) },
    });
    await order(user);
    const card = within(partCard('底板'));
    await card.findByText(/^“底板.stl”没有上传成功，因此没有提交。三维模型不存在或已删除/);
    expect(document.activeElement).toBe(card.getByRole('button', { name: '重试' }));
    // Ordering is a retry as well.
    await order(user);
    await screen.findByText('另一页');
    expect(orders(sent)).toMatchObject([
      { items: [{ model: { id: 601 } }] },
      { items: [{ model: { id: 602 } }] },
    ]);
  });
});

describe('where models are uploaded before the order', () => {
  const config = (uploadTime: string) => ({
    'GET /app-config': () => ok({ 'order.contact': 'none', 'model.uploadTime': uploadTime }),
  });
  const early = (failures: Record<string, Answer[]> = {}) => ({
    server: { ...taking(failures), ...config('chosen') },
  });

  test('they are sent as soon as they are read, the page shows it, and the order sends none again', async () => {
    const { user, sent } = await renderQuote({ start: 'blank', ...early() });
    choose(['底板.stl', '坏件.stl', '轴.stl'].map((name) => new File([name], name)));
    const place = async (name: string) =>
      within(await screen.findByRole('region', { name })).findByText(/7 天后自动删除/);
    expect((await place('底板')).textContent).toMatch(/^模型在本机读取，读取成功后随即上传，/);
    expect(uploads(sent)).toEqual([]);
    await end('底板.stl');
    await waitFor(() => expect(uploads(sent)).toEqual(['底板.stl']));
    await within(partCard('底板')).findByText(/^模型已上传，/);
    await end('坏件.stl', { type: 'failed', failure: 'damaged' });
    // An unreadable model is sent with the order, if at all.
    await within(partCard('坏件')).findByText(/^模型只在本机读取，提交订单或保存报价时才上传；/);
    await user.click(screen.getByRole('button', { name: '删除 坏件' }));
    await end('轴.stl');
    await within(partCard('轴')).findByText(/^模型已上传，/);
    await order(user);
    await screen.findByText('另一页');
    expect(uploads(sent)).toEqual(['底板.stl', '轴.stl']);
    expect(orders(sent)).toMatchObject([{ items: [{ model: {} }, { model: {} }] }]);
  });

  test('one that fails shows an error at its part, and the order sends it', async () => {
    const { user, sent } = await renderRead(['底板.stl'], early({ '底板.stl': [noAnswer()] }));
    const card = within(partCard('底板'));
    await card.findByText(/^“底板.stl”没有上传成功。网络连接失败，请检查网络后重试。提交订单时会再次上传。$/);
    expect(document.activeElement).not.toBe(card.getByRole('button', { name: '重试' }));
    await order(user);
    await screen.findByText('另一页');
    expect(uploads(sent)).toEqual(['底板.stl', '底板.stl']);
  });

  test('the other setting sends nothing before the order', async () => {
    const { sent } = await renderRead(['底板.stl'], { server: { ...taking({}), ...config('order') } });
    await within(partCard('底板')).findByText(/^模型只在本机读取，提交订单或保存报价时才上传；/);
    expect(uploads(sent)).toEqual([]);
  });
});
