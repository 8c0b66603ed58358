import { fireEvent, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { offerReason } from '#domain/orders/offer-history.ts';
import { form, openRequest, priced } from './offer.test-data.tsx';

const part = priced.items[0]!;
const by = '周工';
const step = { kind: 'price' as const, amount: 820, days: 9, reason: '需专用工装', by };
const offered = { ...part, line_total: 820, trace: { ...part.trace, version: 2 as const, steps: [step] } };
const event = { userName: by, createdAt: '2026-11-20T11:00:00+08:00' };
const edited = {
  ...priced,
  revision: 3,
  items: [{ ...part, num: part.num * 2 }],
  history: [
    { ...event, from: 'requested', to: 'quoted', reason: offerReason(2, '') },
    { ...event, from: 'quoted', to: 'requested', reason: '修改报价，第 3 版' },
  ],
};
const earlier = {
  items: [offered, { ...offered, lineNo: 2, name: '盖板' }],
  charges: [
    { kind: 'freight', label: '运费', amount: 35.5, reason: '顺丰', by },
    { kind: 'setup', label: '编程开机费', amount: 90, reason: '', by: '', ruleId: 4 },
    { kind: 'discount', label: '折扣', amount: -41, percent: 5, reason: '老客户', by },
  ],
};

test('offer entries that a customer’s change drops are listed and can be restored', async () => {
  openRequest({
    answers: { 'GET /order/:id/withExt': ok(edited), 'GET /order/3/revision/2': ok(earlier) },
  });
  const lines = await form();
  const list = within(await lines.findByRole('list', { name: '没有保留的报价' }));
  const texts = () => list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts()).toEqual([
    `1. 支架（${part.num} 件）¥820.00，9 天：需专用工装沿用`,
    `2. 盖板（${part.num} 件）¥820.00，9 天：需专用工装零件已不在询价中`,
    '运费 ¥35.50：顺丰沿用',
    '折扣 5% -¥41.00：老客户沿用',
  ]);
  fireEvent.click(lines.getByRole('button', { name: '全部沿用' }));
  const value = (label: string) => lines.getByLabelText<HTMLInputElement>(label).value;
  expect([value('1. 支架的人工报价'), value('1. 支架的交期'), value('1. 支架的说明')]).toEqual([
    `${820 / part.num}/件`,
    '9',
    '需专用工装',
  ]);
  expect([value('第 1 项附加费的金额'), value('零件折扣'), value('折扣的说明')]).toEqual([
    '35.50',
    '5',
    '老客户',
  ]);
  expect(texts().filter((text) => text?.endsWith('已填入'))).toHaveLength(3);
});
