import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { confirmOrder, partCard, renderQuote } from '../render-quote.test-data.tsx';
import {
  offered,
  express,
  economy,
  offering,
  panel,
  total,
  cards,
  card,
  amount,
} from './leads.test-data.tsx';

const bodies = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);

test('the summary shows a card for each class, slowest first; the chosen one sets the total, the days and the order', async () => {
  const { user, sent } = await renderQuote({
    server: { ...offering(express, economy), 'POST /order': () => ok(44, '提交成功') },
  });
  expect(await cards()).toHaveLength(3);
  expect(card(/^标准/).checked).toBe(true);
  expect(total()).toBe('¥709.95');
  expect(panel().getByText('交期').nextSibling?.textContent).toBe('标准，7 个工作日');
  const [slow, standard, fast] = (await cards()).map((one) => amount(one.closest('label')?.textContent));
  expect(standard).toBe(709.95);
  expect(slow).toBeLessThan(709.95);
  expect(fast).toBeGreaterThan(709.95);
  await user.click(card(/^加急/));
  expect(amount(total())).toBe(fast);
  expect(panel().getByText('交期').nextSibling?.textContent).toBe('加急，4 个工作日');
  expect(within(partCard('零件 1')).getByText('小计').nextSibling?.textContent).toContain('¥709.95');
  expect(
    within(await panel().findByRole('list', { name: '附加费与折扣' })).getByText('加急（交期 ×0.5）'),
  ).toBeDefined();
  await user.click(panel().getByRole('button', { name: '提交订单' }));
  expect(within(screen.getByRole('dialog')).getByText(/^加急，4 个工作日/)).toBeDefined();
  await confirmOrder(user);
  await screen.findByText('另一页');
  expect(bodies(sent)).toMatchObject([{ leadClassId: 1, price: String(fast?.toFixed(2)) }]);
});

test('a class that the parts cannot have shows the reason; a chosen one is replaced by 标准 with a notice', async () => {
  const { user } = await renderQuote({ server: offering(offered({ maxPieces: 50 })) });
  await user.click((await cards())[1]!);
  expect(card(/^加急/).checked).toBe(true);
  const number = within(partCard('零件 1')).getByLabelText('数量');
  await user.clear(number);
  await user.type(number, '60');
  expect(
    await panel().findByText('“加急”不适用：零件 1：数量 60 件超过 50 件，已按标准交期计算'),
  ).toBeDefined();
  expect(card(/^标准/).checked).toBe(true);
  expect(card(/^加急/).disabled).toBe(true);
  await user.clear(number);
  await user.type(number, '10');
  expect(card(/^加急/).checked).toBe(true);
});

test('a class without a slot today cannot be chosen, and a refused order says so', async () => {
  const full = '今日“加急”名额已满（每天 1 单）：请改选其他交期档位，或明天（2026-11-26）再提交';
  let left = 1;
  const { user, sent } = await renderQuote({
    server: {
      'GET /charge-rule/table': () => ok({ rules: [], leadClasses: [offered({ slots: 1, left })] }),
      'POST /order': () => refusal(409, full, 'order.lead_full'),
    },
  });
  await user.click((await cards())[1]!);
  expect(panel().getByText('今日剩 1 单')).toBeDefined();
  left = 0;
  await user.click(panel().getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  expect(await screen.findByText(full)).toBeDefined();
  expect(await panel().findByText('今日名额已满，明天再选')).toBeDefined();
  expect(sent.filter(({ url }) => url.startsWith('/charge-rule/table')).length).toBeGreaterThan(1);
});

test('a shop that offers only 标准 shows neither cards nor matrix, and the order names no class', async () => {
  const { user, sent } = await renderQuote({ server: { 'POST /order': () => ok(44, '提交成功') } });
  await user.click(panel().getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await screen.findByText('另一页');
  expect(bodies(sent)[0]).not.toHaveProperty('leadClassId');
  expect(screen.queryByRole('group', { name: '交期档位' })).toBeNull();
  expect(screen.queryByRole('button', { name: '数量 × 交期' })).toBeNull();
});
