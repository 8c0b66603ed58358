import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const rows = [3, 4, 5].map((id) => buildOrder({ id, orderNo: `Q${id}` }));

const open = (end: string, more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(`/admin/user/order${end}`, {
    ...more,
    answers: {
      'GET /order': pageOf(rows),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ({ url }) => ok(rows.find(({ id }) => url.includes(`/${id}/`))),
      ...more.answers,
    },
  });

test('the drawer steps through the orders of the page by buttons and keys, and links to the sheet', async () => {
  const page = open('/4?orderNo=Q');
  const sheet = await screen.findByRole<HTMLAnchorElement>('link', { name: '打开报价单' });
  expect(sheet.getAttribute('href')).toBe('/order/quotation/4');
  expect(await screen.findByText('本页第 2 条，共 3 条')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '下一条' }));
  expect(await screen.findByText('本页第 3 条，共 3 条')).toBeTruthy();
  expect(page.at()).toBe('/admin/user/order/5?orderNo=Q');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一条' }).disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: 'ArrowUp', altKey: true });
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/4?orderNo=Q'));
  fireEvent.keyDown(document.body, { key: 'ArrowUp' });
  // While a text is entered, the keys belong to it.
  fireEvent.click(await screen.findByRole('button', { name: '修改' }));
  fireEvent.keyDown(screen.getByLabelText('内部备注'), { key: 'ArrowUp', altKey: true });
  expect(page.at()).toBe('/admin/user/order/4?orderNo=Q');
});

test('the last move can be undone while the server offers it', async () => {
  const moved = {
    ...rows[0]!,
    status: 'confirmed' as const,
    version: 2,
    undo: { to: 'placed' as const, msLeft: 45_000 },
  };
  const page = open('/3', {
    answers: { 'GET /order/:id/withExt': ok(moved), 'POST /order/:id/undo': ok(rows[0], '已撤销') },
  });
  expect(await screen.findByText(/状态已变为“已确认”，\d+ 秒内可以撤销/)).toBeTruthy();
  page.known['GET /order/:id/withExt'] = ok({ ...rows[0]!, version: 3 });
  fireEvent.click(screen.getByRole('button', { name: '撤销，恢复为“待确认”' }));
  await waitFor(() => expect(screen.queryByText(/秒内可以撤销/)).toBeNull());
  expect(page.sentTo('POST /order/3/undo').map(({ body }) => body)).toEqual([{ version: 2 }]);
});

test('the revisions say who saved them, when, and what they changed', async () => {
  const saved = { createdAt: '2026-11-20T10:00:00+08:00', validUntil: '2026-12-05T23:59:59.999+08:00' };
  const order = buildOrder({
    revision: 2,
    revisions: [
      { ...saved, revision: 1, price: '600.00', userName: '张工', isCurrent: false },
      { ...saved, revision: 2, price: '713.57', userName: '王销售', isCurrent: true },
    ],
  });
  const item = order.items[0]!;
  const revision = (revision: number, num: number) => ok({ ...order, revision, items: [{ ...item, num }] });
  const page = open('/3', {
    answers: {
      'GET /order/:id/withExt': ok(order),
      'GET /order/3/revision/1': revision(1, 5),
      'GET /order/3/revision/2': revision(2, 10),
    },
  });
  const section = within(await screen.findByRole('region', { name: '报价版本' }));
  expect(section.getByText(/王销售 · 2026-11-20 10:00/)).toBeTruthy();
  expect(page.sentTo('GET /order/3/revision/1')).toHaveLength(0);
  fireEvent.click(section.getByText(/王销售/));
  const table = within(await section.findByRole('table', { name: '第 2 版的改动' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '改动上一版本版',
    '数量1. 支架5 件10 件',
  ]);
  expect(section.getByRole('link', { name: '打开第 2 版报价单' }).getAttribute('href')).toBe(
    '/order/quotation/3?revision=2',
  );
});

const size = {
  id: 3,
  form: 'plate' as const,
  materialTag: 'aluminium',
  thickness: 25,
  width: null,
  diameter: null,
  length: null,
};
const stock = {
  source: 'model' as const,
  isByHand: true,
  fit: 'fits' as const,
  piece: { size, cutMm: [123, 63], volumeMm3: 193_725 },
  utilisation: 0.5162,
  partKg: 0.27,
  stockKg: 0.5231,
};
const noStock = {
  ...stock,
  isByHand: false,
  fit: 'tooLarge' as const,
  piece: null,
  utilisation: null,
  stockKg: null,
};

test.each([
  [
    'the size with weights, for all pieces too',
    stock,
    '下料毛坯板材 厚 25 mm，下料 123×63 mm手工每件毛坯重量523 g每件零件重量270 g材料利用率51.6%依据三维模型10 件共需毛坯 5.23 kg',
  ],
  [
    'that none is large enough',
    noStock,
    '下料毛坯加上加工余量后没有放得下的标准毛坯，用料由我们确认每件零件重量270 g依据三维模型',
  ],
])('the stock of a part tells %s', async (_what, planned, text) => {
  const order = { ...rows[0]!, items: rows[0]!.items.map((item) => ({ ...item, stock: planned })) };
  open('/3', { answers: { 'GET /order/:id/withExt': ok(order) } });
  expect((await screen.findByRole('region', { name: '零件 1 的下料毛坯' })).textContent).toBe(text);
});
