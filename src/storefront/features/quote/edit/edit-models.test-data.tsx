import { screen, within } from '@testing-library/react';
import type { OrderModel } from '#contract/files/models.ts';
import { ok, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { buildModel, placedOrder } from '#tests/support/data/wire-order.ts';
import { defaultConfig, partCard, renderQuote } from '../render-quote.test-data.tsx';

const { cncPrice: _prices, origin: _origin, ...config } = defaultConfig;
export const models = { lastId: 100 };

/** A quotation of one part with this model, in a browser that does not have its file. */
export async function openEdit(change: Partial<OrderModel> = {}, server: Record<string, () => Answer> = {}) {
  models.lastId += 1;
  const model = buildModel({
    id: models.lastId,
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

export const height = () => within(partCard('支架')).getByLabelText<HTMLInputElement>('高度');
export const quantity = () => within(partCard('支架')).getByLabelText('数量');
export const saved = (sent: readonly SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'PUT' && url === '/order/12').map(({ body }) => body);
export async function save(user: Awaited<ReturnType<typeof renderQuote>>['user']) {
  await user.click(screen.getByRole('button', { name: '保存为新版本' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }));
}
