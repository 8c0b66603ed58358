import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';
import type { OfferApproval } from '#contract/approvals.ts';

const [part] = buildOrder().items;
const open = { ...part!.trace, version: 2 as const, steps: [{ kind: 'open' as const }] };
const request = buildOrder({
  status: 'requested',
  items: [
    { ...part!, sub_total: 700, line_total: 700, delivery_time: 6.2, line_days: 6.2 },
    { ...part!, id: 2, lineNo: 2, name: '轴', line_total: null, line_days: 0, trace: open },
  ],
  requestedAt: '2026-11-20T10:00:00+08:00',
  targetPrice: '900.00',
  wishedDate: '2026-12-10',
  moves: [{ to: 'cancelled', needsReason: true }],
});

function openRequest(more: Parameters<typeof openAdmin>[1] = {}) {
  return openAdmin('/admin/user/order/3', {
    ...more,
    answers: {
      'GET /order': pageOf([request]),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ok(request),
      'POST /order/:id/offer': ok({ ...request, status: 'quoted', version: 2 }, '报价已发送'),
      ...more.answers,
    },
  });
}

const form = async () => within(await screen.findByRole('form', { name: '报价' }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('a request is priced line by line, and the total follows what is typed', async () => {
  const page = openRequest();
  const lines = await form();
  expect(screen.getByText('目标价').closest('tr')?.textContent).toContain('¥900.00');
  expect(screen.queryByRole('link', { name: '打开报价单' })).toBeNull();
  expect(lines.getByRole('status').textContent).toContain('合计 ¥700.00，交期');
  expect(lines.getByRole('status').textContent).toContain('还有 1 个零件没有报价');
  type(lines.getByLabelText('1. 支架的人工报价'), '+10%');
  type(lines.getByLabelText('1. 支架的说明'), '需专用工装');
  type(lines.getByLabelText('2. 轴的人工报价'), '8.85/件');
  type(lines.getByLabelText('2. 轴的交期'), '9');
  type(lines.getByLabelText('2. 轴的说明'), '外协磨削');
  expect(lines.getByRole('status').textContent).toContain(
    '合计 ¥858.50（自动报价 ¥700.00），交期 9 个工作日',
  );
  type(lines.getByLabelText('给客户的说明（选填）'), '含税');
  type(lines.getByLabelText('有效期（天）'), '5');
  fireEvent.keyDown(lines.getByLabelText('有效期（天）'), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
  expect(page.sentTo('POST /order/3/offer')[0]?.body).toEqual({
    lines: [
      { lineNo: 1, kind: 'price', amount: 770, days: 6.2, reason: '需专用工装' },
      { lineNo: 2, kind: 'price', amount: 88.5, days: 9, reason: '外协磨削' },
    ],
    charges: [],
    note: '含税',
    validDays: 5,
    version: 1,
  });
});

test('other quantities and variants of a line are offered beside it, and count in the limit alone', async () => {
  const page = openRequest({
    answers: {
      'GET /order/:id/withExt': ok({ ...request, items: [request.items[0]], discountLimit: 5 }),
    },
  });
  const lines = await form();
  const total = lines.getByRole('status').textContent;
  fireEvent.click(lines.getByRole('button', { name: '添加方案' }));
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await lines.findByText('请输入件数')).toBeTruthy();
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  type(lines.getByLabelText('第 1 个方案的数量'), '20');
  type(lines.getByLabelText('第 1 个方案的区别'), '改用 6061');
  type(lines.getByLabelText('第 1 个方案的金额'), '-10%');
  expect(await lines.findByRole('button', { name: '提交审批' })).toBeTruthy();
  type(lines.getByLabelText('第 1 个方案的金额'), '9999');
  type(lines.getByLabelText('第 1 个方案的交期'), '8');
  expect(lines.getByRole('status').textContent).toBe(total);
  fireEvent.click(lines.getByRole('button', { name: '添加方案' }));
  fireEvent.click(lines.getByRole('button', { name: '删除第 2 个方案' }));
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
  expect(page.sentTo('POST /order/3/offer')[0]?.body).toMatchObject({
    alternatives: [{ lineNo: 1, num: 20, label: '改用 6061', amount: 9999, days: 8 }],
  });
});

test('charges and a discount count in the total, and are sent', async () => {
  const page = openRequest({
    answers: { 'GET /order/:id/withExt': ok({ ...request, items: [request.items[0]] }) },
  });
  const lines = await form();
  fireEvent.click(lines.getByRole('button', { name: '添加附加费' }));
  fireEvent.click(lines.getByRole('button', { name: '添加附加费' }));
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await lines.findAllByText('请输入大于 0 的金额')).toHaveLength(2);
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  fireEvent.click(lines.getByRole('button', { name: '删除第 2 项附加费' }));
  type(lines.getByLabelText('第 1 项附加费的金额'), '２００元');
  type(lines.getByLabelText('第 1 项附加费的说明'), '五轴编程');
  type(lines.getByLabelText('零件折扣'), '120');
  expect(lines.getByText('折扣应为 0.01–100%')).toBeTruthy();
  type(lines.getByLabelText('零件折扣'), '5%');
  type(lines.getByLabelText('折扣的说明'), '老客户');
  expect(lines.getByText('-¥35.00')).toBeTruthy();
  expect(lines.getByRole('status').textContent).toContain('合计 ¥865.00（自动报价 ¥700.00）');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
  expect(page.sentTo('POST /order/3/offer')[0]?.body).toEqual({
    lines: [{ lineNo: 1, kind: 'formula' }],
    charges: [{ kind: 'setup', amount: 200, reason: '五轴编程' }],
    discount: { percent: 5, reason: '老客户' },
    note: '',
    version: 1,
  });
});

test('a request that was offered before opens with the charges of that offer', async () => {
  const charges = [
    { kind: 'freight' as const, label: '运费', amount: 35.5, reason: '', by: '周工' },
    { kind: 'discount' as const, label: '折扣', amount: -35, percent: 5, reason: '老客户', by: '周工' },
  ];
  openRequest({ answers: { 'GET /order/:id/withExt': ok({ ...request, charges }) } });
  const lines = await form();
  expect(lines.getByLabelText<HTMLInputElement>('第 1 项附加费的金额').value).toBe('35.50');
  expect(lines.getByLabelText<HTMLInputElement>('零件折扣').value).toBe('5');
  expect(lines.getByLabelText<HTMLInputElement>('折扣的说明').value).toBe('老客户');
});

test('Enter goes to the next line of the column, and nothing is sent while a line is open', async () => {
  const page = openRequest();
  const lines = await form();
  const [first, second] = ['1. 支架', '2. 轴'].map((name) => lines.getByLabelText(`${name}的人工报价`));
  first!.focus();
  fireEvent.keyDown(first!, { key: 'Enter' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second!, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(first);
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await lines.findByText('价格表不能报价，请输入金额')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(second));
  fireEvent.click(lines.getAllByRole('checkbox', { name: '不报价' })[1]!);
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await lines.findByText('请填写不报价的原因')).toBeTruthy();
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
});

test('a refusal is shown beside its line, and what was typed stays', async () => {
  openRequest({
    answers: {
      'POST /order/:id/offer': refusal(422, '还有零件没有报价', 'order.line_open', {
        errors: { 'lineNo.2': '请输入金额' },
      }),
    },
  });
  const lines = await form();
  type(lines.getByLabelText('2. 轴的人工报价'), '90');
  type(lines.getByLabelText('2. 轴的说明'), '外协磨削');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await lines.findByText('还有零件没有报价')).toBeTruthy();
  expect(lines.getByText('请输入金额')).toBeTruthy();
  expect(lines.getByLabelText<HTMLInputElement>('2. 轴的人工报价').value).toBe('90');
});

test('without the permission the request is shown without the form', async () => {
  const permissions = ['mfr:order:list', 'mfr:order:query', 'mfr:order:move', 'mfr:order:handle'];
  openRequest({ user: { ...administrator, permissions, buttons: permissions } });
  expect(await screen.findByText('目标价')).toBeTruthy();
  expect(screen.queryByRole('form', { name: '报价' })).toBeNull();
});

test('what was typed stays when another user is faster, except for parts that have changed', async () => {
  const page = openRequest({
    answers: { 'POST /order/:id/offer': refusal(409, '数据已被他人修改', 'record.changed') },
  });
  const lines = await form();
  for (const name of ['1. 支架', '2. 轴']) {
    type(lines.getByLabelText(`${name}的人工报价`), '90');
    type(lines.getByLabelText(`${name}的说明`), '外协磨削');
  }
  const [first, second] = request.items;
  const items = [first!, { ...second!, num: 5 }];
  page.known['GET /order/:id/withExt'] = ok({ ...request, items, version: 2, revision: 2 });
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await screen.findByText(/没有变动的零件保留了您填写的内容/)).toBeTruthy();
  expect(screen.getAllByText('数据已被他人修改').length).toBeGreaterThan(0);
  const value = (name: string) => lines.getByLabelText<HTMLInputElement>(`${name}的人工报价`).value;
  await waitFor(() => expect([value('1. 支架'), value('2. 轴')]).toEqual(['90', '']));
});

const priced = { ...request, items: [request.items[0]!], discountLimit: 10 };
const sentTo = (page: ReturnType<typeof openRequest>, path: `POST ${string}`) =>
  page.sentTo(path).map(({ body }) => body);

test('a discount above the limit says so, and is submitted with words for those who release it', async () => {
  const page = openRequest({ answers: { 'GET /order/:id/withExt': ok(priced) } });
  const lines = await form();
  expect(lines.queryByText(/上限/)).toBeNull();
  type(lines.getByLabelText('零件折扣'), '4');
  expect(lines.getByText('折扣 4%，您的上限 10%')).toBeTruthy();
  type(lines.getByLabelText('1. 支架的人工报价'), '630');
  type(lines.getByLabelText('1. 支架的说明'), '批量');
  expect(lines.getByText('折扣 13.6% 超过您的上限 10%，提交后待审批')).toBeTruthy();
  type(lines.getByLabelText('给审批人的说明（选填，客户看不到）'), '对手更低');
  fireEvent.click(lines.getByText('提交审批'));
  await waitFor(() =>
    expect(sentTo(page, 'POST /order/3/offer')).toEqual([
      {
        lines: [{ lineNo: 1, kind: 'price', amount: 630, days: 6.2, reason: '批量' }],
        charges: [],
        discount: { percent: 4, reason: '' },
        note: '',
        approvalReason: '对手更低',
        version: 1,
      },
    ]),
  );
});

const approval: OfferApproval = {
  id: 12,
  state: 'waiting',
  percent: 14,
  limitPercent: 5,
  automatic: '700.00',
  total: '602.00',
  lines: [{ lineNo: 1, name: '支架', num: 10, before: '700.00', after: '700.00', days: 6.2, reason: '' }],
  charges: [{ kind: 'discount', label: '折扣', amount: -98, percent: 14, reason: '老客户', by: '小周' }],
  offer: {
    lines: [{ lineNo: 1, kind: 'formula' }],
    charges: [],
    discount: { percent: 14, reason: '老客户' },
    note: '含税',
    validDays: 9,
  },
  reason: '对手更低',
  requestedName: '小周',
  requestedAt: '2026-11-20T11:00:00+08:00',
  isMine: false,
  decidedName: '',
  decidedAt: null,
  decisionNote: '',
  mayRefuse: true,
  mayRelease: true,
};
const openApproval = (changed: Partial<OfferApproval>, answers = {}) =>
  openRequest({
    answers: {
      'GET /order/:id/withExt': ok({ ...priced, approval: { ...approval, ...changed } }),
      'POST /order/:id/offer/release': ok({ ...request, status: 'quoted', version: 2 }, '报价已批准并发送'),
      'POST /order/:id/offer/refuse': ok(request, '报价已退回'),
      ...answers,
    },
  });
const dialogOf = async (title: string) =>
  within((await screen.findByText(title)).closest<HTMLElement>('[role=dialog]') ?? document.body);
const panel = async () => within(await screen.findByLabelText('报价审批'));

test('an offer that waits is shown with its lines before and after, and released', async () => {
  const page = openApproval({});
  const shown = await panel();
  expect(shown.getByText('小周的报价待审批：折扣 14%，超过上限 5%')).toBeTruthy();
  expect(shown.getByText(/说明：对手更低/)).toBeTruthy();
  const rows = within(shown.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    '零件自动报价提交的报价交期',
    '1. 支架 × 10¥700.00¥700.007 个工作日',
    '折扣 14%老客户—-¥98.00—',
    '合计¥700.00¥602.00—',
  ]);
  const lines = await form();
  expect(lines.getByLabelText<HTMLInputElement>('零件折扣').value).toBe('14');
  expect(lines.getByLabelText<HTMLInputElement>('有效期（天）').value).toBe('9');
  fireEvent.click(shown.getByText('批准并发送'));
  await waitFor(() => expect(sentTo(page, 'POST /order/3/offer/release')).toEqual([{ approvalId: 12 }]));
});

test('an offer that waits is refused with a reason only, and replaced knowingly', async () => {
  const page = openApproval({ mayRelease: false });
  const shown = await panel();
  expect(shown.getByText('批准并发送').closest('button')?.disabled).toBe(true);
  fireEvent.click(shown.getByText(/^退\s?回$/));
  const dialog = await dialogOf('退回小周的报价');
  fireEvent.click(dialog.getByText(/^退\s?回$/));
  expect(await dialog.findByText('请填写退回原因')).toBeTruthy();
  type(dialog.getByLabelText('退回原因（报价人可见）'), '利润太薄');
  fireEvent.click(dialog.getByText(/^退\s?回$/));
  const refused = { approvalId: 12, reason: '利润太薄' };
  await waitFor(() => expect(sentTo(page, 'POST /order/3/offer/refuse')).toEqual([refused]));
  const lines = await form();
  type(lines.getByLabelText('零件折扣'), '5');
  fireEvent.click(lines.getByText('发送报价'));
  await waitFor(() =>
    expect(sentTo(page, 'POST /order/3/offer')).toMatchObject([
      { discount: { percent: 5, reason: '老客户' }, note: '含税', validDays: 9, replacesId: 12 },
    ]),
  );
});

test('a release that comes too late says why and loads the request again', async () => {
  const stale = refusal(409, '询价已有变动，这份报价不能再批准，请报价人重新提交', 'order.approval_stale');
  const page = openApproval({}, { 'POST /order/:id/offer/release': stale });
  const shown = await panel();
  const reads = page.sentTo('GET /order/3/withExt').length;
  fireEvent.click(shown.getByText('批准并发送'));
  expect(await screen.findByText(/询价已有变动/)).toBeTruthy();
  expect(page.sentTo('GET /order/3/withExt').length).toBeGreaterThan(reads);
});

test('a refused offer opens the form with what was sent, without buttons to decide', async () => {
  openApproval({
    state: 'refused',
    decidedName: '老陈',
    decisionNote: '利润太薄',
    mayRefuse: false,
    mayRelease: false,
    offer: {
      ...approval.offer,
      lines: [{ lineNo: 1, kind: 'price', amount: 500, days: 8, reason: '批量' }],
    },
  });
  const shown = await panel();
  expect(shown.getByText('小周的报价被老陈退回')).toBeTruthy();
  expect(shown.getByText(/退回原因：利润太薄/)).toBeTruthy();
  expect(shown.queryByRole('button')).toBeNull();
  const lines = await form();
  expect(lines.getByLabelText<HTMLInputElement>('1. 支架的人工报价').value).toBe('500.00');
  expect(lines.getByLabelText<HTMLInputElement>('1. 支架的说明').value).toBe('批量');
});

test('the preview shows the quotation of the customer', async () => {
  const snapshot = {
    orderNo: 'Q20261120-0001',
    revision: 2,
    issuedAt: '2026-11-20T10:00:00+08:00',
    validUntil: '2026-12-05T23:59:59+08:00',
    promisedDate: '2026-12-01',
    issuer: { name: '示例精密制造', address: '', phone: '' },
    customer: { company: '甲公司', contactName: '张工', phone: '', address: '' },
    items: [
      {
        lineNo: 1,
        name: '支架',
        materialName: '6061',
        size: [100, 80, 20],
        num: 10,
        processes: [],
        unitPrice: '70.00',
        amount: '700.00',
        days: 6.2,
        remark: '',
      },
    ],
    charges: [{ label: '折扣 12%', amount: '-84.00', note: '老客户' }],
    remark: '',
    total: '616.00',
    totalInWords: '陆佰壹拾陆元整',
    taxNote: '含税',
    terms: ['款到发货'],
  };
  const page = openRequest({
    answers: {
      'GET /order/:id/withExt': ok(priced),
      'POST /order/:id/offer/preview': ok({ snapshot, percent: 12, limitPercent: 10, isForRelease: true }),
    },
  });
  const lines = await form();
  type(lines.getByLabelText('零件折扣'), '12');
  fireEvent.click(lines.getByText(/预\s?览/));
  const dialog = await dialogOf('预览：客户将看到的报价');
  expect(dialog.getByText('折扣 12% 超过您的上限 10%，批准后才会发送')).toBeTruthy();
  expect(dialog.getByText('合计 ¥616.00')).toBeTruthy();
  expect(dialog.getByText('2026-12-05')).toBeTruthy();
  expect(within(dialog.getByRole('table')).getAllByRole('row')).toHaveLength(3);
  expect(sentTo(page, 'POST /order/3/offer/preview')).toMatchObject([{ discount: { percent: 12 } }]);
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
});
