import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { administrator } from '../../../app/open-admin.test-data.tsx';
import { dialogOf, form, openRequest, priced, request, sentTo, type } from './offer.test-data.tsx';
import { openAtLoss } from './offer-form.test-data.tsx';

test('a large price change requires a reason and marks its field at once', async () => {
  openRequest();
  const lines = await form();
  const reason = lines.getByLabelText('1. 支架的说明');
  expect(reason.getAttribute('aria-required')).toBe('false');
  type(lines.getByLabelText('1. 支架的人工报价'), '-40%');
  expect(reason.getAttribute('aria-required')).toBe('false');
  type(lines.getByLabelText('1. 支架的人工报价'), '-60%');
  expect(lines.getByRole('status').textContent).toContain('还有 1 个零件没有报价、1 个零件没有填写说明');
  expect(reason.getAttribute('aria-required')).toBe('true');
  expect(reason.parentElement?.textContent).toBe('*');
  type(reason, '批量');
  expect(lines.getByRole('status').textContent).not.toContain('没有填写说明');
});

test('a suggestion becomes an alternative with one click and is removed with another', async () => {
  const cheaper = {
    changes: ['表面处理由“阳极氧化”改为“喷砂”'],
    material: 1,
    num: 10,
    selections: {},
    sub_total: 600,
    delivery_time: 5,
    price_change: -100,
    days_change: -1.2,
    order_total: 1_650,
  };
  const more = { ...cheaper, changes: ['数量由 10 件改为 20 件'], num: 20, sub_total: 1_200 };
  const suggest = ({ body }: SentRequest) => {
    const { goal } = body as { goal: string };
    const now = { sub_total: 700, delivery_time: 6.2, order_total: 1_700 };
    return ok({ now, isReached: false, proposals: goal === 'saving' ? [cheaper] : [more], nearest: null });
  };
  const page = openRequest({
    answers: {
      'GET /order/:id/withExt': ok({ ...request, items: [request.items[0]] }),
      'POST /quote-desk/:id/ways/1': suggest,
    },
  });
  const lines = await form();
  const list = within(await lines.findByRole('list', { name: '可选办法' }));
  expect(list.getByRole('listitem').textContent).toContain(
    '小计 ¥600.00（省 ¥100.00） · 5 个工作日 · 整单 ¥1,650.00（省 ¥50.00）',
  );
  fireEvent.click(list.getByRole('button', { name: /^加为方案/ }));
  expect(lines.getByLabelText<HTMLInputElement>('第 1 个方案的区别').value).toBe(cheaper.changes[0]);
  fireEvent.click(list.getByRole('button', { name: /^移除方案/ }));
  expect(lines.queryByLabelText('第 1 个方案的区别')).toBeNull();

  // Enter searches instead of sending the offer.
  fireEvent.click(lines.getByText('目标单价'));
  const target = lines.getByRole('searchbox', { name: '目标单价' });
  type(target, '65');
  fireEvent.keyDown(target, { key: 'Enter' });
  fireEvent.click(await lines.findByRole('button', { name: '加为方案：数量由 10 件改为 20 件' }));
  expect(page.sentTo('POST /quote-desk/3/ways/1').map(({ body }) => body)).toEqual([
    { goal: 'saving' },
    { goal: 'piece', amount: 65, quantities: false },
  ]);
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  // The formula price for the other quantity.
  expect(lines.getByLabelText<HTMLInputElement>('第 1 个方案的数量').value).toBe('20');
  expect(lines.getByLabelText<HTMLInputElement>('第 1 个方案的金额').value).toBe('');
});

test('a request with an earlier offer opens with the charges of that offer', async () => {
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

test('Enter moves to the next line of the column; nothing is sent while a line is unpriced', async () => {
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

test('an invalid field is scrolled to where the page header does not cover it', async () => {
  openRequest();
  const lines = await form();
  const field = lines.getByLabelText('2. 轴的人工报价');
  const scrollIntoView = vi.fn<HTMLElement['scrollIntoView']>();
  field.scrollIntoView = scrollIntoView;
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(scrollIntoView).toHaveBeenCalledWith({ block: 'center' }));
  expect(document.activeElement).toBe(field);
});

test.each([
  ['添加方案', '第 1 个方案的零件', '第 1 个方案的数量'],
  ['添加附加费', '第 1 项附加费的名称', '第 1 项附加费的金额'],
])('%s focuses the new row, marked only on the next attempt', async (add, firstField, needed) => {
  openRequest();
  const lines = await form();
  const isMarked = () => lines.getByLabelText(needed).getAttribute('aria-invalid');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  fireEvent.click(lines.getByRole('button', { name: add }));
  expect(document.activeElement).toBe(lines.getByLabelText(firstField));
  expect(isMarked()).toBe('false');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(isMarked()).toBe('true');
});

test('the preview shows the quotation as the customer will see it', async () => {
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
    shopNote: '材料涨价前有效',
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
  type(lines.getByLabelText('给客户的说明（选填）'), '材料涨价前有效');
  const opener = lines.getByRole('button', { name: /预\s?览/ });
  opener.focus();
  fireEvent.click(opener);
  const dialog = await dialogOf('预览：客户将看到的报价');
  expect(dialog.getByText('折扣 12% 超过您的上限 10%，批准后才会发送')).toBeTruthy();
  expect(dialog.getByText('商家说明：').parentElement?.textContent).toBe('商家说明：材料涨价前有效');
  expect(dialog.getByText('合计 ¥616.00')).toBeTruthy();
  expect(dialog.getByText('2026-12-05')).toBeTruthy();
  expect(within(dialog.getByRole('table')).getAllByRole('row')).toHaveLength(3);
  expect(sentTo(page, 'POST /order/3/offer/preview')).toMatchObject([
    { discount: { percent: 12 }, note: '材料涨价前有效' },
  ]);
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('an offer at a loss that needs approval is submitted without a question', async () => {
  const { page, lines } = await openAtLoss(0);
  fireEvent.click(lines.getByRole('button', { name: '提交审批' }));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
});

test('an offer discounted to ¥0 is sent only once it is marked as free', async () => {
  const page = openRequest({
    answers: { 'GET /order/:id/withExt': ok({ ...request, items: [request.items[0]] }) },
  });
  const lines = await form();
  type(lines.getByLabelText('零件折扣'), '100');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await lines.findByText('合计为 0 时请勾选“免费”')).toBeTruthy();
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  fireEvent.click(lines.getByRole('checkbox', { name: '免费：合计为 ¥0.00，客户不用付款' }));
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
  expect(page.sentTo('POST /order/3/offer')[0]?.body).toMatchObject({
    discount: { percent: 100 },
    isFree: true,
  });
});

test('a server error is shown at its line, and the input stays', async () => {
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

test('the form is hidden without its permission', async () => {
  const permissions = ['mfr:order:list', 'mfr:order:query', 'mfr:order:move', 'mfr:order:handle'];
  openRequest({ user: { ...administrator, permissions, buttons: permissions } });
  expect(await screen.findByText('目标价')).toBeTruthy();
  expect(screen.queryByRole('form', { name: '报价' })).toBeNull();
});
