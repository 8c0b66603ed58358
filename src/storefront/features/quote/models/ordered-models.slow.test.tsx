import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildRule } from '#domain/review/carts.test-data.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { ok, type Answer } from '#providers/fake-server.test-data.ts';
import { keepFile, keptSent } from './model-store.ts';
import { startEmptyStore } from './model-store.test-data.ts';
import { blocks } from './readings.test-data.ts';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';
import { endings, choose, end, UPLOAD, uploads, renderRead } from './ordered-models.test-data.tsx';

vi.mock(import('./model-store.ts'));
vi.mock(import('#geometry/worker/read-in-worker.ts'));
beforeEach(() => {
  endings.clear();
  startEmptyStore();
  vi.mocked(readInWorker).mockImplementation(
    ({ name }) => new Promise((resolve) => void endings.set(name, resolve)),
  );
});

test('the summary and collapsed parts say which models wait for somebody', async () => {
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

test('the division of an assembly is undone where it was made, as in the table', async () => {
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

test('a line whose price is for reference leaves the room of its state to the name', async () => {
  const rules = [buildRule({ kind: 'envelope', length: 1_000, width: 500, height: 500 })];
  const server = { 'GET /gate-rule/table': () => ok({ rules, isNewCustomer: false }) };
  await renderQuote({ start: 'blank', server });
  choose([new File(['a'], '长梁.stl')]);
  const [body] = blocks(1).bodies;
  const measures = { ...body!.measures, boxMm: [3_000, 20, 10], stockBoxMm: [3_000, 20, 10] } as const;
  await end('长梁.stl', { type: 'read', reading: { ...blocks(1), bodies: [{ ...body!, measures }] } });
  expect(await within(summaryPanel()).findByRole('button', { name: /^长梁\s*参考价\s*× 1/ })).toBeDefined();
});

test('the confirmation shows the pictures that the parts have', async () => {
  const { user, sent } = await renderRead(['a.stl', 'b.stl'], {});
  const before = sent.length;
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  const list = within(screen.getByRole('dialog')).getByRole('list', { name: '零件清单' });
  await waitFor(() => expect(list.querySelectorAll('li img[src="data:,"]')).toHaveLength(2));
  expect(sent).toHaveLength(before);
});

describe('where the shop wants models at once', () => {
  const config = (uploadTime: string) => ({
    'GET /app-config': () => ok({ 'order.contact': 'none', 'model.uploadTime': uploadTime }),
  });

  test('one whose part is removed before its turn, and one that an earlier visit sent, are not sent', async () => {
    let answer = (_answer: Answer) => {};
    const first = new Promise<Answer>((resolve) => (answer = resolve));
    let known = '';
    vi.mocked(keptSent).mockImplementation(async (id) => (id === known ? 700 : undefined));
    vi.mocked(keepFile).mockImplementation(async (id, { name }) => {
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
