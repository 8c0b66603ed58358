import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import { ok, refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { saveDraft } from '../draft/draft-storage.ts';
import { confirmOrder, partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

const part = {
  name: '法兰',
  material: 1,
  num: 10,
  length: 120,
  width: 60,
  height: 20,
  process_10: 13,
  process_13: 132,
  process_20: 21,
};
const item = {
  ...part,
  id: 1,
  lineNo: 1,
  remark: '',
  materialName: 'AL6061',
  processes: [],
  sub_total: 700,
  delivery_time: 5,
  line_total: 700,
  line_days: 5,
  trace: {},
};
/** Saved at a price that differs from today's 709.95. */
const quotation = {
  id: 12,
  orderNo: 'Q20261120-0001',
  revision: 2,
  version: 4,
  status: 'quoted',
  price: '700.00',
  delivery_time: 5,
  isExpired: false,
  validUntil: '2026-12-05T23:59:59.999+08:00',
  updatedAt: '2026-11-20T10:00:00+08:00',
  summary: '法兰×10',
  contactName: '李工',
  contactPhone: '',
  address: '上海',
  remark: '',
  items: [item],
  files: [],
  models: [],
  charges: [],
  gates: [],
  history: [],
  revisions: [],
};

const dialog = () => within(screen.getByRole('dialog'));
const bodies = (sent: SentRequest[], method: string, url: string) =>
  sent.filter((request) => request.method === method && request.url === url).map(({ body }) => body);

async function openEdit(
  server: Record<string, (request: SentRequest) => Answer> = {},
  order: object = quotation,
) {
  const answers = { 'GET /order/12/withExt': () => ok(order), ...server };
  return renderQuote({ path: '/mfr/12', server: answers });
}

const quantity = () => within(partCard('法兰')).getByLabelText<HTMLInputElement>('数量');
const save = () => screen.getByRole('button', { name: '保存为新版本' });

describe('a quotation opened for editing', () => {
  test('shows its number, and is ordered at its saved price while unchanged', async () => {
    const { user, sent, address } = await openEdit({ 'POST /order/12/move': () => ok({}, '操作成功') });
    expect(screen.getByText(/第 2 版，¥700\.00，有效期至 2026-12-05/)).toBeDefined();
    expect(within(summaryPanel()).getAllByText('¥709.95').length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(dialog().getAllByText('¥700.00')).toHaveLength(2);
    expect(dialog().getByText(/按已保存的第 2 版提交/)).toBeDefined();
    expect(dialog().getByLabelText<HTMLInputElement>('联系人').value).toBe('李工');
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([{ to: 'placed', version: 4 }]);
    expect(bodies(sent, 'PUT', '/order/12')).toEqual([]);
    expect(bodies(sent, 'POST', '/order')).toEqual([]);
    expect(address()).toBe('/order/success?id=12');
  });

  test('is saved as its next version, at today’s price', async () => {
    const { user, sent, address } = await openEdit({
      'PUT /order/12': () => ok({ ...quotation, revision: 3, version: 5 }, '报价已保存'),
    });
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(save());
    expect(dialog().getByText(/将保存为第 3 版/)).toBeDefined();
    await user.clear(dialog().getByLabelText('收货地址'));
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([
      { items: [{ ...part, num: 20 }], version: 4, contactName: '李工', address: '' },
    ]);
    expect(address()).toBe('/order/details/12');
    expect(readStored('draft.7.order.12')).toBeNull();
  });

  test('is saved and then ordered when changed; a retry orders the saved version', async () => {
    const moves: Answer[] = [
      refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable'),
      ok({}, '操作成功'),
    ];
    const { user, sent, address } = await openEdit({
      'PUT /order/12': () => ok({ ...quotation, revision: 3, version: 5 }, '报价已保存'),
      'POST /order/12/move': () => moves.shift()!,
    });
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(dialog().getByText('将先按当前价格保存为第 3 版，再提交订单。')).toBeDefined();
    await confirmOrder(user);
    await user.click(await dialog().findByRole('button', { name: '重试' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toHaveLength(1);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([
      { to: 'placed', version: 5 },
      { to: 'placed', version: 5 },
    ]);
    expect(address()).toBe('/order/success?id=12');
  });

  test('makes no version when unchanged', async () => {
    const { user, sent, address } = await openEdit({}, { ...quotation, price: '709.95' });
    await user.click(save());
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('内容与第 2 版相同，没有保存新版本');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies(sent, 'PUT', '/order/12')).toEqual([]);
    expect(address()).toBe('/mfr/12');
  });

  test('is saved as a version before ordering once it has expired', async () => {
    const expired = { ...quotation, isExpired: true };
    const { user, sent } = await openEdit(
      {
        'PUT /order/12': () => ok({ ...quotation, revision: 3, version: 5 }, '报价已保存'),
        'POST /order/12/move': () => ok({}, '操作成功'),
      },
      expired,
    );
    expect(screen.getByText(/已于 2026-12-05 过期/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(dialog().getAllByText('¥709.95').length).toBeGreaterThan(0);
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '709.95' }]);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([{ to: 'placed', version: 5 }]);
  });
});

test('recognizes a saved change whose answer was lost, and saves it once', async () => {
  let stored: object = quotation;
  const lost = Object.assign(new Error('lost'), { isAxiosError: true, code: 'ERR_NETWORK' });
  const { user, sent, address } = await openEdit({
    'GET /order/12/withExt': () => ok(stored),
    'PUT /order/12': ({ body }) => {
      if (stored !== quotation) return refusal(409, '数据已被他人修改', 'record.changed');
      const { items, ...rest } = body as { items: object[] };
      stored = { ...quotation, ...rest, revision: 3, version: 5, items: [{ ...item, ...items[0] }] };
      return lost;
    },
  });
  await user.clear(quantity());
  await user.type(quantity(), '20');
  await user.click(save());
  await user.click(dialog().getByRole('button', { name: '保存' }));
  await user.click(await dialog().findByRole('button', { name: '重试' }));
  await screen.findByText('另一页');
  expect(bodies(sent, 'PUT', '/order/12')).toHaveLength(2);
  expect(address()).toBe('/order/details/12');
});

test('has no conflict when the shop only adds a note', async () => {
  let stored: object = quotation;
  const { user, sent, address } = await openEdit({
    'GET /order/12/withExt': () => ok(stored),
    'PUT /order/12': ({ body }) => {
      stored = { ...quotation, version: 5, promisedDate: '2026-12-24' };
      return (body as { version: number }).version === 5
        ? ok({ ...quotation, revision: 3, version: 6 }, '报价已保存')
        : refusal(409, '数据已被他人修改', 'record.changed');
    },
  });
  await user.clear(quantity());
  await user.type(quantity(), '20');
  await user.click(save());
  await user.click(dialog().getByRole('button', { name: '保存' }));
  await screen.findByText('另一页');
  expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }, { version: 5 }]);
  expect(address()).toBe('/order/details/12');
});

describe('a quotation that another user changed', () => {
  const theirs = {
    ...quotation,
    revision: 3,
    version: 5,
    price: '900.00',
    summary: '法兰×99',
    items: [{ ...item, num: 99 }],
  };

  /** Edits the quotation and saves it against another user's version. */
  async function saveAgainst(other: object) {
    let stored: object = quotation;
    const refusals: Answer[] = [refusal(409, '数据已被他人修改', 'record.changed', { data: other })];
    const opened = await openEdit({
      'GET /order/12/withExt': () => ok(stored),
      'PUT /order/12': () => refusals.shift() ?? ok({ ...quotation, revision: 4, version: 6 }, '报价已保存'),
    });
    await opened.user.clear(quantity());
    await opened.user.type(quantity(), '20');
    stored = other;
    await opened.user.click(save());
    await opened.user.click(dialog().getByRole('button', { name: '保存' }));
    return opened;
  }

  test('shows the conflict, and the other version can be loaded', async () => {
    const { user } = await saveAgainst(theirs);
    await screen.findByRole('heading', { name: '报价已被修改' });
    expect(dialog().getByText(/已在别处保存为第 3 版.*法兰×99.*¥900\.00/)).toBeDefined();
    // The draft has been written and would otherwise be restored.
    await waitFor(() => expect(readStored('draft.7.order.12')).toContain('"num":"20"'));
    await user.click(dialog().getByRole('button', { name: '载入第 3 版' }));
    await waitFor(() => expect(quantity().value).toBe('99'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/第 3 版，¥900\.00/)).toBeDefined();
  });

  test('can be saved after the other version', async () => {
    const { user, sent } = await saveAgainst(theirs);
    await user.click(await screen.findByRole('button', { name: '保留我的修改' }));
    expect(quantity().value).toBe('20');
    await user.click(save());
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }, { version: 5 }]);
  });

  test('shows the conflict when only the contact changed, and overwrites it only when asked', async () => {
    const { user, sent } = await saveAgainst({ ...quotation, version: 5, contactPhone: '13800138000' });
    await screen.findByRole('heading', { name: '报价已被修改' });
    expect(dialog().getByText(/收货信息已在别处修改.*李工 13800138000 上海/)).toBeDefined();
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }]);
    await user.click(dialog().getByRole('button', { name: '保留我的修改' }));
    await user.click(save());
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }, { version: 5 }]);
  });

  test('cannot be saved once it was ordered', async () => {
    await saveAgainst({ ...theirs, status: 'placed' });
    await screen.findByRole('heading', { name: '这份报价不能再修改' });
    expect(dialog().getByRole('link', { name: '查看订单' }).getAttribute('href')).toBe('/order/details/12');
  });

  test('shows the conflict at once when a stored draft is based on an older version', async () => {
    saveDraft({ userId: 7, orderId: 12 }, [buildFields({ name: '法兰', num: '20' })]);
    writeStored('draft.7.base.12', JSON.stringify({ revision: 2 }));
    const { user } = await openEdit({}, theirs);
    await screen.findByRole('heading', { name: '报价已被修改' });
    await user.click(dialog().getByRole('button', { name: '保留我的修改' }));
    expect(quantity().value).toBe('20');
  });
});

describe('an offer with prices by hand', () => {
  const byHand = { kind: 'price', amount: 700, days: 5, reason: '需五轴加工', by: '王工' };
  const offer = {
    ...quotation,
    requestedAt: quotation.updatedAt,
    items: [{ ...item, trace: { steps: [byHand] } }],
  };

  test('is accepted as it is, also with another contact, which makes no revision', async () => {
    const { user, sent } = await openEdit(
      {
        'POST /order/12/contact': () => ok({ version: 5 }, '操作成功'),
        'POST /order/12/move': () => ok({ version: 6 }, '操作成功'),
      },
      offer,
    );
    await user.click(screen.getByRole('button', { name: '接受报价并下单' }));
    await user.type(dialog().getByLabelText('联系电话'), '13800138000');
    expect(dialog().queryByLabelText('客户备注')).toBeNull();
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toEqual([]);
    expect(bodies(sent, 'POST', '/order/12/contact')).toMatchObject([
      { contactPhone: '13800138000', version: 4 },
    ]);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([{ to: 'placed', version: 5 }]);
  });

  test('becomes a request when it changes, at the prices of the table, and says so before', async () => {
    const saved = { status: 'requested', version: 5, revision: 3 };
    const { user, sent, address } = await openEdit({ 'PUT /order/12': () => ok(saved) }, offer);
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(screen.getByRole('button', { name: '提交询价' }));
    expect(dialog().getByText(/只适用于原来的内容.*重新询价/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '1288.58', version: 4 }]);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([]);
    expect(address()).toBe('/order/details/12');
  });
});

describe('a request', () => {
  const gate = {
    ruleId: 1,
    kind: 'pieces',
    lineNo: 1,
    sentence: '',
    fact: '',
    priceDisplay: 'reference',
    lift: null,
  };
  const request = { ...quotation, status: 'requested', requestedAt: quotation.updatedAt, gates: [gate] };

  test('becomes a quotation when its changed parts need no person', async () => {
    const saved = { status: 'quoted', version: 5, revision: 3 };
    const { user, sent } = await openEdit({ 'PUT /order/12': () => ok(saved) }, request);
    expect(screen.getByRole('button', { name: '保存询价' })).toBeDefined();
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(screen.getByRole('button', { name: '保存为报价' }));
    expect(dialog().getByText(/已无须人工报价.*第 3 版/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '1288.58', version: 4 }]);
  });

  test('stays one when its customer asked for a person', async () => {
    const { user } = await openEdit({}, { ...request, gates: [{ ...gate, ruleId: null, kind: 'asked' }] });
    await user.clear(quantity());
    await user.type(quantity(), '20');
    expect(screen.getByRole('button', { name: '保存询价' })).toBeDefined();
  });
});

test('a saved quotation becomes a request, with the reason, before parts without a price are saved', async () => {
  const { user, sent } = await openEdit({
    'GET /machining-price': () => ok([]),
    'POST /order/12/move': () => ok({ status: 'requested', version: 5 }, '操作成功'),
    'PUT /order/12': () => ok({ status: 'requested', version: 6, revision: 3 }),
  });
  await user.click(screen.getByRole('button', { name: '提交询价' }));
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  expect(dialog().getByText('请填写询价说明')).toBeDefined();
  await user.type(dialog().getByLabelText(/^询价说明/), '材料没有价格');
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  expect(bodies(sent, 'POST', '/order/12/move')).toEqual([
    { to: 'requested', version: 4, reason: '材料没有价格' },
  ]);
  expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '0.00', version: 5 }]);
});
