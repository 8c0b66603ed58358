import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderModel } from '#contract/models.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import { ok, refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { buildModel, placedOrder } from '#tests/support/wire-order.ts';
import { defaultConfig, partCard, renderQuote } from '../render-quote.test-data.tsx';
import { keepFile, keptFile, keptPicture, keptReading, keptSent } from '../models/model-store.ts';
import { blocks } from '../models/readings.test-data.ts';

vi.mock(import('../models/model-store.ts'));
vi.mock(import('#geometry/worker/read-in-worker.ts'));

beforeEach(() => {
  vi.mocked(keepFile).mockResolvedValue(true);
  vi.mocked(keptFile).mockResolvedValue(undefined);
  vi.mocked(keptReading).mockResolvedValue(undefined);
  vi.mocked(keptSent).mockResolvedValue(undefined);
  vi.mocked(keptPicture).mockResolvedValue('data:,');
  vi.mocked(readInWorker).mockResolvedValue({ type: 'read', reading: blocks(1) });
});

const { cncPrice: _prices, origin: _origin, ...config } = defaultConfig;
let lastId = 100;

/** A quotation of one part with this model, on a page whose browser has no file of it. */
async function openEdit(change: Partial<OrderModel> = {}, server: Record<string, () => Answer> = {}) {
  lastId += 1;
  const model = buildModel({
    id: lastId,
    size: 7,
    sent: { volumeMm3: 6_000, boxMm: [30, 20, 10], isTurned: false },
    ...change,
  });
  const [item] = placedOrder.items;
  const items = [{ ...item, ...config, num: 1, length: 30, width: 20, height: 10 }];
  const order = { ...placedOrder, id: 12, status: 'quoted' as const, items, models: [model] };
  const page = await renderQuote({
    path: '/mfr/12',
    server: {
      'GET /order/12/withExt': () => ok(order),
      [`GET /model/${model.id}`]: () => ok({ id: model.id, name: model.name }),
      [`GET /model/${model.id}/file`]: () => new Blob(['content']),
      'PUT /order/12': () => ok({ ...order, revision: 2, version: 2 }, '报价已保存'),
      ...server,
    },
  });
  const panel = async () => within(await within(partCard('支架')).findByRole('region', { name: '模型' }));
  return { ...page, model, panel };
}

const height = () => within(partCard('支架')).getByLabelText<HTMLInputElement>('高度');
const quantity = () => within(partCard('支架')).getByLabelText('数量');
const saved = (sent: readonly SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'PUT' && url === '/order/12').map(({ body }) => body);
async function save(user: Awaited<ReturnType<typeof renderQuote>>['user']) {
  await user.click(screen.getByRole('button', { name: '保存为新版本' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }));
}

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

  test('says what is not checked, and that a factor on a file with a unit is looked at', async () => {
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

  test('whose file cannot be read stays in the quotation, and is read again on demand', async () => {
    let isDown = true;
    const file = () =>
      isDown ? refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable') : new Blob(['content']);
    const { user, sent, model, panel } = await openEdit({}, { [`GET /model/${lastId + 1}/file`]: file });
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

  test('that was deleted is named, and can be chosen again', async () => {
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

  test('that is deleted while it is edited is sent again from this browser', async () => {
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
