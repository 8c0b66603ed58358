import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { OrderItem, OrderWithExt } from '#contract/order-data.ts';
import { withStep } from '#domain/pricing/line.ts';
import type { TraceStep } from '#domain/pricing/types.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const buttons = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:move'];
const [part] = buildOrder().items;

/** A part as sold, decided upon step by step. */
function line(lineNo: number, name: string, ...steps: TraceStep[]): OrderItem {
  const trace = steps.reduce(withStep, part!.trace) as OrderItem['trace'];
  const last = steps.at(-1);
  const counts =
    last === undefined
      ? {}
      : last.kind === 'price'
        ? { line_total: last.amount, line_days: last.days }
        : { line_total: null, line_days: 0 };
  return { ...part!, id: lineNo, lineNo, name, trace, ...counts };
}

const open = { kind: 'open' } as const;
const byHand = { kind: 'price', amount: 888.5, days: 7, reason: '需五轴加工', by: '王工' } as const;
const declined = { kind: 'declined', reason: '无此设备', by: '王工' } as const;

const asked = { from: null, to: 'requested', reason: '', userName: '张工' };
const request = (more: Partial<OrderWithExt> = {}) =>
  buildOrder({
    status: 'requested',
    placedAt: null,
    requestedAt: '2026-11-20T10:00:00+08:00',
    replyDueAt: '2026-11-21T09:00:00+08:00',
    targetPrice: '900.00',
    wishedDate: '2027-03-01',
    history: [{ ...asked, createdAt: '2026-11-20T10:00:00+08:00' }],
    items: [line(1, '支架'), line(2, '法兰', open)],
    moves: [{ to: 'cancelled', needsReason: false }],
    ...more,
  });

const offer = (more: Partial<OrderWithExt> = {}) =>
  request({
    status: 'quoted',
    revision: 2,
    version: 2,
    price: '888.50',
    items: [line(1, '支架', byHand), line(2, '法兰', declined), line(3, '底板', open, byHand)],
    history: [
      { ...asked, createdAt: '2026-11-20T10:00:00+08:00' },
      {
        from: 'requested',
        to: 'quoted',
        reason: '人工报价，第 2 版',
        userName: '王工',
        createdAt: '2026-11-21T10:00:00+08:00',
      },
    ],
    revisions: [
      { revision: 1, createdAt: '2026-11-20T10:00:00+08:00', isCurrent: false, price: '713.57' },
      { revision: 2, createdAt: '2026-11-21T10:00:00+08:00', isCurrent: true, price: '888.50' },
    ].map((one) => ({ ...one, userName: '王工', validUntil: '2026-12-05T23:59:59.999+08:00' })),
    moves: [
      { to: 'placed', needsReason: false },
      { to: 'requested', needsReason: true },
      { to: 'cancelled', needsReason: false },
    ],
    ...more,
  });

const refusalReasons = [
  { label: '价格超出预期', value: 'price', listClass: '' },
  { label: '其他', value: 'other', listClass: '' },
];

function show(order: OrderWithExt, at = '/order/details/3') {
  const { items: _items, ...row } = order;
  const opened = openApp(at, {
    token: 't',
    answers: {
      'GET /getinfo': ok({ ...customer, buttons, permissions: buttons }),
      'GET /order/3/withExt': ok(order),
      'GET /order/3': ok(row),
      'GET /order': ok({ list: [row], count: 1, pageIndex: 1, pageSize: 20 }),
      'GET /dict-data/option-select': ok(refusalReasons),
      'POST /order/3/move': ok(row, '操作成功'),
    },
  });
  const moves = () => opened.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { ...opened, moves, user: userEvent.setup() };
}

const dialog = () => within(screen.getByRole('dialog'));
const noPapers = () => expect(screen.queryByText('报价单') ?? screen.queryByText('分享')).toBeNull();

describe('a request', () => {
  test('shows what waits for a price, what was wished, and no papers', async () => {
    show(request());
    const waiting = within(await screen.findByRole('article', { name: '2 法兰' }));
    expect(waiting.getByRole('heading').nextSibling?.textContent).toBe('待报价');
    expect(screen.queryByText('¥0.00')).toBeNull();
    expect(screen.getByRole('note').textContent).toMatch(/1 个零件待报价，未计入参考价/);
    expect(screen.getAllByText('¥900.00').length).toBeGreaterThan(0);
    expect(screen.getAllByText('2027-03-01').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: '修改询价' }).getAttribute('href')).toBe('/mfr/3');
    const steps = within(screen.getByRole('region', { name: '进度' })).getAllByRole('listitem');
    expect(steps.slice(0, 2).map(({ textContent }) => textContent?.slice(0, 3))).toEqual([
      '待报价',
      '已报价',
    ]);
    noPapers();
  });

  test('is cancelled without a reason', async () => {
    const { user, moves } = show(request());
    await user.click(await screen.findByRole('button', { name: '取消询价' }));
    await user.click(dialog().getByRole('button', { name: '确认取消' }));
    await waitFor(() => expect(moves()).toEqual([{ to: 'cancelled', reason: '', version: 1 }]));
  });

  test('is in the list with its wish, and without papers', async () => {
    show(request({ price: '0.00' }), '/user/order');
    const row = within(await screen.findByRole('article', { name: 'Q20261120-0001' }));
    expect(row.getAllByText('待报价')).toHaveLength(2);
    expect(row.getByText('2027-03-01')).toBeDefined();
    noPapers();
  });

  test('tells after sending what happens next', async () => {
    show(request(), '/order/success?id=3');
    await screen.findByRole('heading', { name: '询价已提交' });
    expect(screen.getByText(/报价后会通知您/)).toBeDefined();
    expect(screen.getByText('2026-11-21 09:00')).toBeDefined();
    noPapers();
  });
});

describe('an offer', () => {
  test('shows the note of the shop at its head', async () => {
    const [asking, sent] = offer().history;
    const history = [asking!, { ...sent!, reason: '人工报价，第 2 版：含税，\n不含运费' }];
    show(offer({ history }));
    const note = await screen.findByText('商家说明：');
    expect(note.parentElement?.textContent).toBe('商家说明：含税，\n不含运费');
    expect(note.closest('header')).toBe(
      screen.getByRole('button', { name: '接受报价并下单' }).closest('header'),
    );
  });

  test('has no reason in its progress, as a cancellation and a withdrawal have', async () => {
    const [asking, sent] = offer().history;
    const withdrawn = {
      ...sent!,
      from: 'quoted',
      to: 'requested',
      reason: '材料涨价',
      isByShop: true,
    } as const;
    const cancelled = { ...asking!, from: 'requested', to: 'cancelled', reason: '不做了' } as const;
    show(offer({ history: [asking!, sent!, withdrawn, cancelled] }));
    const progress = within(await screen.findByRole('region', { name: '进度' }));
    const texts = ['人工报价，第 2 版', '原因：材料涨价', '原因：不做了'];
    expect(texts.map((text) => progress.getByText(text).tagName)).toEqual(['P', 'P', 'P']);
  });

  test('shows prices by hand against the automatic ones, and what is declined', async () => {
    const { user } = show(offer());
    const first = within(await screen.findByRole('article', { name: '1 支架' }));
    expect(first.getByText(/^自动报价 ¥713\.57 →/).textContent).toBe(
      '自动报价 ¥713.57 → 人工报价 ¥888.50：需五轴加工',
    );
    expect(first.getByText(/交期 7 个工作日/)).toBeDefined();
    const second = within(screen.getByRole('article', { name: '2 法兰' }));
    expect(second.getByText('不报价，未计入合计：无此设备')).toBeDefined();
    expect(second.queryByText(/折合单价/)).toBeNull();
    const third = within(screen.getByRole('article', { name: '3 底板' }));
    expect(third.queryByText(/自动报价/)).toBeNull();
    await user.click(first.getByText('价格说明', { selector: 'summary' }));
    const rows = first.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.at(-2)).toMatch(/^自动报价.*¥713\.57/);
    expect(rows.at(-1)).toBe('人工报价需五轴加工¥888.507');
  });

  test('has papers, but not of the request that it answers', async () => {
    show(offer());
    const versions = within(await screen.findByRole('region', { name: '版本' }));
    expect(versions.getByRole('link', { name: '第 2 版报价单' })).toBeDefined();
    expect(versions.queryByRole('link', { name: '第 1 版报价单' })).toBeNull();
    expect(screen.getByRole('button', { name: '分享' })).toBeDefined();
    expect(screen.queryByRole('button', { name: '按最新价格重新报价' })).toBeNull();
  });

  test('is accepted', async () => {
    const { user, moves, at } = show(offer({ contactName: '张工', contactPhone: '13800138000' }));
    await user.click(await screen.findByRole('button', { name: '接受报价并下单' }));
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    await waitFor(() => expect(at()).toBe('/order/success?id=3'));
    expect(moves()).toEqual([{ to: 'placed', version: 2 }]);
  });

  test('is accepted with the alternatives that its customer chooses, whose total the page shows', async () => {
    const order = offer({
      contactName: '张工',
      contactPhone: '13800138000',
      charges: [{ kind: 'discount', label: '折扣', amount: -177.7, percent: 10, reason: '', by: '王工' }],
      alternatives: [
        { no: 1, lineNo: 1, num: 20, label: '', amount: 1500, days: 8, by: '王工' },
        { no: 2, lineNo: 1, num: 10, label: '改用 6061', amount: 700, days: 5, by: '王工' },
      ],
    });
    const { user, moves } = show(order);
    const choices = within(await screen.findByRole('region', { name: '选择方案' }));
    const own = choices.getByRole<HTMLInputElement>('radio', { name: /^10 件 ¥888.50/ });
    expect(own.checked).toBe(true);
    await user.click(choices.getByRole('radio', { name: /^10 件，改用 6061/ }));
    await user.click(choices.getByRole('radio', { name: /^20 件 ¥1,500.00/ }));
    expect(own.checked).toBe(false);
    // 1500 + 888.5 − 10 %
    expect(choices.getByRole('status').textContent).toBe('按所选方案合计 ¥2,149.65');
    await user.click(screen.getByRole('button', { name: '接受报价并下单' }));
    expect(dialog().getByText('所选方案：零件 1：20 件。')).toBeDefined();
    expect(dialog().getByText(/合计 ¥2,149.65/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    await waitFor(() => expect(moves()).toEqual([{ to: 'placed', version: 2, chosen: [1] }]));
  });

  test('without alternatives has nothing to choose', async () => {
    show(offer());
    await screen.findByRole('button', { name: '接受报价并下单' });
    expect(screen.queryByRole('region', { name: '选择方案' })).toBeNull();
  });

  test('is asked for again with a reason', async () => {
    const { user, moves } = show(offer());
    await user.click(await screen.findByRole('button', { name: '再次询价' }));
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    expect(dialog().getByText('请填写询价说明')).toBeDefined();
    await user.type(dialog().getByLabelText(/^询价说明/), '能否便宜些');
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await waitFor(() => expect(moves()).toEqual([{ to: 'requested', reason: '能否便宜些', version: 2 }]));
  });

  test('is refused with a reason or without', async () => {
    const { user, moves } = show(offer());
    await user.click(await screen.findByRole('button', { name: '不接受' }));
    await dialog().findByRole('option', { name: '价格超出预期' });
    await user.selectOptions(dialog().getByLabelText('原因'), '价格超出预期');
    await user.type(dialog().getByLabelText('说明'), '价格太高');
    await user.click(dialog().getByRole('button', { name: '确认不接受' }));
    const body = { to: 'cancelled', reason: '价格太高', refusal: 'price', version: 2 };
    await waitFor(() => expect(moves()).toEqual([body]));
  });
});

test('an offer that the shop withdrew says so, why, and what its customer can do', async () => {
  const { history } = offer();
  const event = { from: 'quoted', to: 'requested', reason: '材料涨价', userName: '王工' };
  const at = '2026-11-22T10:00:00+08:00';
  show(request({ history: [...history, { ...event, createdAt: at, isByShop: true }] }));
  expect((await screen.findByText(/商家已撤回报价/)).textContent).toMatch(/原因：材料涨价。.*修改或取消询价/);
  expect(screen.getByText('商家撤回报价')).toBeDefined();
});

test('a customer who asked again reads nothing of a withdrawal', async () => {
  const event = { from: 'quoted', to: 'requested', reason: '再便宜些', userName: '张工' };
  show(request({ history: [...offer().history, { ...event, createdAt: '2026-11-22T10:00:00+08:00' }] }));
  expect(await screen.findByText(/我们正在人工报价/)).toBeDefined();
  expect(screen.queryByText(/撤回/)).toBeNull();
});
