import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { dialogOf, form, openRequest, priced, request, type } from './offer.test-data.tsx';
import { openAtLoss } from './offer-form.test-data.tsx';

test('a request is priced line by line, and the total follows the input', async () => {
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
    '合计 ¥858.50（零件自动报价 ¥700.00，不含附加费），交期 9 个工作日',
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

test('alternatives of a line are sent with it, and count towards the limit but not the total', async () => {
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

test('charges and a discount are included in the total and sent', async () => {
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
  expect(lines.getByRole('status').textContent).toContain('合计 ¥865.00（零件自动报价 ¥700.00，不含附加费）');
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

test('the input stays after a conflict, except for parts that have changed', async () => {
  const page = openRequest({
    answers: { 'POST /order/:id/offer': refusal(409, '数据已被他人修改', 'record.changed') },
  });
  const lines = await form();
  for (const name of ['1. 支架', '2. 轴']) {
    type(lines.getByLabelText(`${name}的人工报价`), '600');
    type(lines.getByLabelText(`${name}的说明`), '外协磨削');
  }
  const [first, second] = request.items;
  const items = [first!, { ...second!, num: 5 }];
  page.known['GET /order/:id/withExt'] = ok({ ...request, items, version: 2, revision: 2 });
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  expect(await screen.findByText(/没有变动的零件保留了您填写的内容/)).toBeTruthy();
  expect(screen.getAllByText('数据已被他人修改').length).toBeGreaterThan(0);
  const value = (name: string) => lines.getByLabelText<HTMLInputElement>(`${name}的人工报价`).value;
  await waitFor(() => expect([value('1. 支架'), value('2. 轴')]).toEqual(['600', '']));
});

test('sending an offer at a loss asks for confirmation', async () => {
  const { page, lines } = await openAtLoss(null);
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  const question = await dialogOf('报价低于成本，仍然发送？');
  expect(question.getByText('成本 ¥800.00 · 毛利 -¥100.00（-14.29%）。')).toBeTruthy();
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  fireEvent.click(question.getByText('仍然发送'));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
});

test('sending a manual price that differs by more than half asks for confirmation', async () => {
  const page = openRequest({ answers: { 'GET /order/:id/withExt': ok(priced) } });
  const lines = await form();
  type(lines.getByLabelText('1. 支架的人工报价'), '+9900%');
  type(lines.getByLabelText('1. 支架的说明'), '五轴');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  const question = await dialogOf('请核对变动较大的价格');
  expect(question.getByText('1. 支架').closest('tr')?.textContent).toContain('¥700.00 → ¥70,000.00 +9900%');
  expect(page.sentTo('POST /order/3/offer')).toHaveLength(0);
  fireEvent.click(question.getByRole('checkbox'));
  fireEvent.click(question.getByText('核对无误，发送'));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
});
