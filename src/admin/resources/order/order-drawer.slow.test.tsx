import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ASKED_REASON } from '#domain/review/review-reasons.ts';
import { expect, test } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildOrder } from './order.test-data.ts';
import { rows, open } from './order-drawer.test-data.tsx';

test('each revision shows its user, time and changes', async () => {
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

test('a revision that was only a request has no quotation to open', async () => {
  const saved = { validUntil: '2026-12-05T23:59:59.999+08:00', userName: '张工', price: '600.00' };
  const [asked, offered] = ['2026-11-20T10:00:00+08:00', '2026-11-21T10:00:00+08:00'];
  const order = buildOrder({
    status: 'quoted',
    revision: 2,
    revisions: [
      { ...saved, revision: 1, createdAt: asked, isCurrent: false },
      { ...saved, revision: 2, createdAt: offered, isCurrent: true },
    ],
    history: [
      { from: null, to: 'requested', reason: '', userName: '张工', createdAt: asked },
      { from: 'requested', to: 'quoted', reason: '人工报价，第 2 版', userName: '王工', createdAt: offered },
    ],
  });
  const answers = { 'GET /order/:id/withExt': ok(order), 'GET /order/3/revision/:no': ok(order) };
  open('/3', { answers });
  const section = within(await screen.findByRole('region', { name: '报价版本' }));
  for (const head of section.getAllByText(/^第 \d 版/)) fireEvent.click(head);
  expect(await section.findByRole('link', { name: '打开第 2 版报价单' })).toBeTruthy();
  expect(section.queryByRole('link', { name: '打开第 1 版报价单' })).toBeNull();
  expect(section.getByText(/2026-11-20 10:00 · 询价/)).toBeTruthy();
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
    'its size and weights, also for all pieces',
    stock,
    '下料毛坯板材 厚 25 mm，下料 123×63 mm手工每件毛坯重量523 g每件零件重量270 g材料利用率51.6%依据三维模型10 件共需毛坯 5.23 kg',
  ],
  [
    'that no stock size is large enough',
    noStock,
    '下料毛坯加上加工余量后没有放得下的标准毛坯，用料由我们确认每件零件重量270 g依据三维模型',
  ],
])('the stock of a part shows %s', async (_what, planned, text) => {
  const order = { ...rows[0]!, items: rows[0]!.items.map((item) => ({ ...item, stock: planned })) };
  open('/3', { answers: { 'GET /order/:id/withExt': ok(order) } });
  expect((await screen.findByRole('region', { name: '零件 1 的下料毛坯' })).textContent).toBe(text);
});

test('the price version is one line with the full reason in its title', async () => {
  const reason = `2025-11-27 至 2026-11-26 的订单，实际与估算不符：${'加工基价 不锈钢（104 行）、'.repeat(12)}`;
  const version = {
    revision: 8,
    changedAt: '2026-11-20T10:00:00+08:00',
    userName: '价格主管',
    count: 12,
    draft: { id: 4, name: '按实际成本校准', reason, state: 'live' },
    isRollBack: false,
    undoes: null,
    undoneBy: null,
    copyTo: null,
    hidden: 0,
  };
  open('/3', { answers: { 'GET /order/:id/price-version': ok({ version, later: 0 }) } });
  const line = (await screen.findByRole('link', { name: '价目版本 8' })).closest('[title]');
  expect(line?.getAttribute('title')).toBe(
    `现行价目 · 价格主管 · 2026-11-20 10:00 · 发布调价“按实际成本校准” · ${reason}`,
  );
  expect(line?.className).toMatch(/oneLine/);
});

const shipDay = async (name: string) =>
  (await screen.findByText(name)).closest('th')?.nextElementSibling?.textContent;

test.each([
  ['that of an order today', { delivery_time: 0 }, `${dayText(dayNumber(new Date()))}（按今天下单计）`],
  ['the agreed one if not past', { isDateByHand: true, promisedDate: '2999-12-02' }, '2999-12-02'],
  ['undetermined while it is a request', { status: 'requested' as const }, '下单后确定'],
  ['undetermined once it has expired', { isExpired: true }, '下单后确定'],
])('the shipping day of a quotation is %s', async (_what, fields, text) => {
  const order = buildOrder({ status: 'quoted', promisedDate: '2026-11-20', moves: [], ...fields });
  // Every day is a working day, and there is no cut-off.
  const settings = { 'quote.cutOffHour': '24', 'quote.workWeek': '7' };
  open('/3', { answers: { 'GET /order/:id/withExt': ok(order), 'GET /app-config': ok(settings) } });
  await waitFor(async () => expect(await shipDay('预计发货日')).toBe(text));
});

test('the shipping day of an order is the promised one, even if it has passed', async () => {
  open('/3', { answers: { 'GET /order/:id/withExt': ok(buildOrder({ promisedDate: '2020-01-02' })) } });
  expect(await shipDay('承诺发货日')).toBe('2020-01-02');
});

test('the reason for manual review stays visible after the answer, marked as answered', async () => {
  const gates = [
    {
      ...ASKED_REASON,
      ruleId: 1,
      kind: 'pieces' as const,
      fact: '数量 900 件超过 500 件',
      sentence: '数量较大',
      lineNo: 1,
    },
  ];
  const order = buildOrder({ status: 'quoted', requestedAt: '2026-11-20T10:00:00+08:00', gates });
  open('/3', { answers: { 'GET /order/:id/withExt': ok(order) } });
  const facts = within(await screen.findByRole('region', { name: '订单信息' }));
  expect(facts.getByText(/数量 900 件超过 500 件.*（已答复）$/)).toBeTruthy();
  expect(facts.queryByText('最晚答复')).toBeNull();
});

test('no reason for a lost order can be recorded for a valid quotation', async () => {
  const order = buildOrder({ status: 'quoted', moves: [] });
  open('/3', { answers: { 'GET /order/:id/withExt': ok(order) } });
  await screen.findByRole('button', { name: '延长有效期' });
  expect(screen.queryByRole('button', { name: '登记未成交原因' })).toBeNull();
});
