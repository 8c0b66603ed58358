import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { refusal } from '#providers/fake-server.test-data.ts';
import { startEmptyStore } from '../models/model-store.test-data.ts';
import { blocks } from '../models/readings.test-data.ts';
import { models, openEdit, height, quantity, saved, save } from './edit-models.test-data.tsx';

vi.mock(import('../models/model-store.ts'));
vi.mock(import('#geometry/worker/read-in-worker.ts'));

beforeEach(() => {
  startEmptyStore();
  vi.mocked(readInWorker).mockResolvedValue({ type: 'read', reading: blocks(1) });
});

describe('the model of an edited quotation', () => {
  test('is shown with its measures, and goes with the next version without an upload', async () => {
    const { user, sent, model, panel } = await openEdit();
    const shown = await panel();
    expect(shown.getByText('支架.step')).toBeDefined();
    expect(shown.getByText('30 × 20 × 10 mm')).toBeDefined();
    expect(shown.getByText('取自模型')).toBeDefined();
    await shown.findByRole('button', { name: '查看三维' });
    expect(shown.queryByText(/不检查/)).toBeNull();
    await user.clear(height());
    await user.type(height(), '12');
    expect(shown.getByText('高度已手工修改')).toBeDefined();
    await save(user);
    await screen.findByText('另一页');
    expect(saved(sent)).toMatchObject([
      { items: [{ height: 12, model: { id: model.id, body: 0, scale: '1', ...model.sent } }] },
    ]);
    expect(sent.filter(({ method, url }) => method === 'POST' && url === '/model')).toEqual([]);
  });

  test('whose file cannot be read stays in the quotation, and is read again on demand', async () => {
    let isDown = true;
    const file = () =>
      isDown ? refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable') : new Blob(['content']);
    const { user, sent, model, panel } = await openEdit(
      {},
      { [`GET /model/${models.lastId + 1}/file`]: file },
    );
    const shown = await panel();
    await shown.findByText(/^模型文件暂时读不到，三维和加工提示无法显示/);
    expect(shown.getByText('取自模型')).toBeDefined();
    isDown = false;
    await user.click(shown.getByRole('button', { name: '重新读取' }));
    await shown.findByRole('button', { name: '查看三维' });
    await user.clear(quantity());
    await user.type(quantity(), '10');
    await save(user);
    await screen.findByText('另一页');
    expect(saved(sent)).toMatchObject([{ items: [{ num: 10, model: { id: model.id } }] }]);
  });
});
