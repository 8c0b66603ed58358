import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from '../../resources/order/order.test-data.ts';
import { head, found, openOne, shadow, empty, inDays } from './price-replay-screen.test-data.tsx';

test('an empty period says that there are no orders', async () => {
  openOne({ ...head({ progress: 0, total: 0 }), result: empty });
  expect(await screen.findByText('该期间没有订单')).toBeTruthy();
  expect(screen.queryByText('零件金额')).toBeNull();
});

test('a customer expands to its most affected orders, with changed lines first', async () => {
  const { trace } = buildOrder().items[0]!;
  const line = (lineNo: number, paid: number, before: number, after: number) => ({
    lineNo,
    name: `底板 ${lineNo}`,
    materialName: '6061',
    num: 1,
    processes: [],
    trace,
    paid,
    before: { price: before, reason: '' },
    after: { price: after, reason: '' },
  });
  const order = (id: number, after: number) => ({
    id,
    orderNo: `Q20261101-000${id}`,
    customerName: '上海示例',
    paid: 490,
    before: 500,
    after,
    charges: null,
    chargeRows: [],
  });
  const result: ReplayResult = {
    ...found,
    customers: [{ ...found.customers[0]!, affected: [order(5, 550), order(6, 530)] }],
  };
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok({ ...head(), result }),
      'GET /price-replay/7/order/5': ok({
        lines: [line(1, 100, 100, 100), line(2, 90, 100, 100), line(3, 300, 300, 350)],
      }),
      'GET /price-replay/7/order/6': ok({ lines: [] }),
    },
  });
  fireEvent.click(await screen.findByLabelText('查看 上海示例 变化最大的订单'));
  expect(await screen.findByText('Q20261101-0005 上海示例')).toBeTruthy();
  screen.getByText('+¥50.00（+10.00%）');
  const named = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  await screen.findByText(/底板 3/);
  expect(named()).toEqual([/3$/, /1$/, /2$/].map((end) => expect.stringMatching(end)));
  fireEvent.click(screen.getByText('成交时与现价'));
  expect(named()).toEqual([/2$/, /1$/, /3$/].map((end) => expect.stringMatching(end)));
  fireEvent.click(screen.getByText('Q20261101-0006'));
  expect(await screen.findByText('Q20261101-0006 上海示例')).toBeTruthy();
  screen.getByText('+¥30.00（+6.00%）');
});

test('a customer in an older result without orders cannot be expanded', async () => {
  openOne({ ...head(), result: found });
  expect((await screen.findByText('上海示例')).tagName).toBe('TH');
});

test('a result without charges says why', async () => {
  const filter = { ...head().filter, materialTag: 'aluminium' };
  openOne({ ...head({ filter }), result: found });
  expect(await screen.findByText(/按材料分类或工艺筛选时只比较零件/)).toBeTruthy();
});

test('a price level with fewer than 200 answers has no rate, and the limits of rates are explained', async () => {
  openOne({ ...head(), result: found });
  expect(await screen.findByText('数据不足')).toBeTruthy();
  expect(screen.getByText('75.0%')).toBeTruthy();
  expect(screen.getByText(/直接下单、没有报价就取消的询价，以及我方取消的报价不计。/)).toBeTruthy();
  expect(screen.getByText('69.7%–79.7%')).toBeTruthy();
  expect(screen.getByText(/相关不等于因果/)).toBeTruthy();
});

test('an interrupted replay says why', async () => {
  openOne({ ...head({ state: 'failed', failure: '草稿已删除或已发布' }), result: null });
  expect(await screen.findByText('草稿已删除或已发布')).toBeTruthy();
  expect(screen.getByText('中断')).toBeTruthy();
});

test.each([
  ['edited', /仍按开始时的价格计算/],
  ['gone', /影子运行不受影响/],
  ['scheduled', /发布时影子运行随之结束/],
] as const)('a shadow run explains the effect of a draft that is %s', async (draft, text) => {
  openOne({ ...shadow({ draft }), result: null });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a shadow run without requests says so; past its end it is summed up and cannot be ended', async () => {
  openOne({ ...shadow({ until: inDays(-0.001) }), total: 0, result: empty });
  expect(await screen.findByText('影子运行，正在汇总')).toBeTruthy();
  expect(screen.getByText('还没有新的询价或订单，来了之后会出现在这里')).toBeTruthy();
  expect(screen.queryByText('提前结束')).toBeNull();
});

test('a finished shadow run shows why it ended', async () => {
  openOne({
    ...shadow({ endedBy: 'published', until: '2026-11-20T01:30:00.000Z' }),
    state: 'done',
    result: found,
  });
  expect(await screen.findByText(/草稿 2026-11-20 09:30(:00)? 发布，影子运行到此为止/)).toBeTruthy();
});

test('a shadow run is started for a draft with a number of days', async () => {
  const { sentTo } = openAdmin('/admin/price-replay?shadow=3', {
    answers: {
      'GET /price-replay': ok({ list: [], count: 0, pageIndex: 1, pageSize: 10, maxUpdatedAt: null }),
      'GET /price-draft': ok({
        list: [{ id: 3, name: '阳极氧化 +8%', state: 'scheduled', count: 40 }],
        count: 1,
        pageIndex: 1,
        pageSize: 1_000,
        maxUpdatedAt: null,
      }),
      'POST /price-replay/shadow': ok(7, '影子运行已开始'),
      'GET /price-replay/7': ok({ ...shadow(), result: null }),
    },
  });
  const dialog = await screen.findByRole('dialog', { name: '影子运行' });
  expect(await within(dialog).findByText('阳极氧化 +8%（40 个价格）')).toBeTruthy();
  const days = within(dialog).getByLabelText<HTMLInputElement>('天数（1–60）');
  fireEvent.change(days, { target: { value: '90' } });
  fireEvent.blur(days);
  expect(days.value).toBe('90');
  expect(await within(dialog).findByText('天数应为 1 到 60 的整数')).toBeTruthy();
  fireEvent.click(within(dialog).getByText('开始影子运行').closest('button')!);
  expect(sentTo('POST /price-replay/shadow')).toEqual([]);
  fireEvent.change(days, { target: { value: '３０' } });
  fireEvent.click(within(dialog).getByText('开始影子运行').closest('button')!);
  await waitFor(() =>
    expect(sentTo('POST /price-replay/shadow')).toMatchObject([{ body: { draftId: 3, days: 30 } }]),
  );
  expect(await screen.findByText('影子运行，剩 5 天')).toBeTruthy();
});

test('the draft of a replay can be opened', async () => {
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok({ ...head(), result: found }),
      'GET /dict-data/option-select': ok([]),
      'GET /price-table': ok({ materials: [], options: [], cells: [] }),
      'GET /price-draft/3': refusal(404, '草稿已被他人删除或合并', 'record.not_found'),
    },
  });
  fireEvent.click((await screen.findByText('查看草稿')).closest('button')!);
  expect(await screen.findByText('草稿已被他人删除或合并')).toBeTruthy();
});

test('a price version can be replayed, and the columns name it', async () => {
  const page = { pageIndex: 1, pageSize: 100, maxUpdatedAt: null };
  const version = {
    revision: 41,
    changedAt: '2026-10-01T01:30:00.000Z',
    userName: '王工',
    count: 12,
    draft: null,
    isRollBack: false,
    undoes: null,
    undoneBy: null,
    copyTo: null,
  };
  const { sentTo } = openAdmin('/admin/price-replay?version=41', {
    answers: {
      'GET /price-replay': ok({ list: [], count: 0, ...page }),
      'GET /price-draft': ok({ list: [], count: 0, ...page }),
      'GET /price-version': ok({ list: [version], count: 1, ...page }),
      'POST /price-replay': ok(7, '已开始试算'),
      'GET /price-replay/7': ok({
        ...head({ draftId: null, bookRevision: 41, draftName: '价目版本 41' }),
        result: { ...found, lost: found.lost.map((line) => ({ ...line, book: 'after' as const })) },
      }),
    },
  });
  const dialog = await screen.findByRole('dialog', { name: '新的试算' });
  expect(await within(dialog).findByText(/^版本 41：2026-10-01 09:30(:00)? 直接修改$/)).toBeTruthy();
  expect(within(dialog).getByText(/按该版本生效时的选项价格、加工基价与附加费/)).toBeTruthy();
  const begin = within(dialog).getByText('开始试算').closest('button')!;
  const enter = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  enter('订单编号', 'QM2026');
  enter('最低合计', '500');
  enter('最高合计', '400');
  expect(await within(dialog).findByText('最低合计不能大于最高合计')).toBeTruthy();
  expect(begin.disabled).toBe(true);
  enter('最高合计', '900');
  await waitFor(() => expect(begin.disabled).toBe(false));
  fireEvent.click(begin);
  await waitFor(() =>
    expect(sentTo('POST /price-replay')).toMatchObject([
      {
        body: {
          draftId: null,
          bookRevision: 41,
          orderNo: 'QM2026',
          leadClassId: null,
          priceFrom: 500,
          priceTo: 900,
        },
      },
    ]),
  );
  expect(await screen.findByRole('heading', { name: '价目版本 41' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader', { name: '该版本' }).length).toBeGreaterThan(0);
  expect(screen.getByText(/^该版本中/)).toBeTruthy();
});

test('expected orders without enough data show 数据不足 and the reason', async () => {
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /dict-data/option-select': ok([]),
      'GET /price-replay/7': ok({
        ...head(),
        result: {
          ...found,
          expectedOrders: { quotations: 40, unpriced: 0, moved: 4, unknown: 40, estimate: null },
        },
      }),
    },
  });
  const region = await screen.findByRole('region', { name: '预计订单数' });
  expect(within(region).getAllByText('数据不足')).toHaveLength(3);
  expect(within(region).getByText(/可比的报价不足 200 份/)).toBeTruthy();
});
