import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { startEmptyStore } from '../models/model-store.test-data.ts';
import { blocks } from '../models/readings.test-data.ts';
import { openEdit, quantity, saved, save } from './edit-models.test-data.tsx';

vi.mock(import('../models/model-store.ts'));
vi.mock(import('#geometry/worker/read-in-worker.ts'));

beforeEach(() => {
  startEmptyStore();
  vi.mocked(readInWorker).mockResolvedValue({ type: 'read', reading: blocks(1) });
});

describe('the model of an edited quotation', () => {
  test('says what is not checked, and that staff review a factor on a file with a unit', async () => {
    const { panel } = await openEdit({ name: '支架.stl', format: 'stl', scale: '1/25.4', unit: 'mm' });
    const shown = await panel();
    await shown.findByText(/^网格文件（STL、OBJ、3MF）不检查孔、型腔和内圆角/);
    expect(shown.getByText('文件单位 毫米，已 ÷25.4，提交后由我们核对')).toBeDefined();
  });

  test('is recognised when its file is chosen again, also under another name', async () => {
    const { panel } = await openEdit();
    await panel();
    const again = new File(['content'], '支架-新.step');
    fireEvent.change(screen.getByLabelText('选择模型或图纸'), { target: { files: [again] } });
    expect(await screen.findByText('“支架-新.step”和零件“支架”的模型相同，没有另建零件')).toBeDefined();
  });

  test('that was deleted is reported, and can be chosen again', async () => {
    const { user, sent, panel } = await openEdit(
      { isDeleted: true },
      { 'POST /model': () => ok({ id: 900 }) },
    );
    const shown = await panel();
    expect(shown.getByRole('alert').textContent).toMatch(/^模型文件已按保留期限删除，提交时不再附带/);
    fireEvent.change(shown.getByLabelText('重新选择模型'), {
      target: { files: [new File(['content'], '支架.step')] },
    });
    await shown.findByText('取自模型');
    await save(user);
    await screen.findByText('另一页');
    expect(saved(sent)).toMatchObject([{ items: [{ height: 10, model: { id: 900, volumeMm3: 6_000 } }] }]);
  });

  test('that was deleted is left out of an unchanged part', async () => {
    const { user, sent, panel } = await openEdit({ isDeleted: true });
    await panel();
    await user.clear(quantity());
    await user.type(quantity(), '10');
    await save(user);
    await screen.findByText('另一页');
    expect(saved(sent)).toMatchObject([{ items: [{ num: 10, height: 10 }] }]);
    expect(JSON.stringify(saved(sent))).not.toContain('"model"');
  });

  test('that is deleted during editing is uploaded again from this browser', async () => {
    const gone = { 'items.0.model': '三维模型不存在或已删除，请重新上传' };
    const answers = [
      refusal(422, '报价内容有误', 'quote.invalid', { errors: gone }),
      ok({ id: 12, revision: 2, version: 2 }),
    ];
    const { user, sent, panel } = await openEdit(
      {},
      { 'PUT /order/12': () => answers.shift() ?? ok({}), 'POST /model': () => ok({ id: 901 }) },
    );
    const shown = await panel();
    await shown.findByRole('button', { name: '查看三维' });
    await user.clear(quantity());
    await user.type(quantity(), '10');
    await save(user);
    await shown.findByText(/^“支架.step”没有上传成功，因此没有提交。三维模型不存在或已删除/);
    await user.click(shown.getByRole('button', { name: '重试' }));
    await shown.findByText(/^模型已上传/);
    await save(user);
    await waitFor(() => expect(saved(sent)).toMatchObject([{}, { items: [{ model: { id: 901 } }] }]));
  });
});
