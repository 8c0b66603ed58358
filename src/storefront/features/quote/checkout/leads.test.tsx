import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OfferedLead } from '#contract/lead-classes.ts';
import { buildLead } from '#domain/lead/lead.test-data.ts';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { confirmOrder, partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

const offered = (lead: Partial<OfferedLead> = {}): OfferedLead => ({
  ...buildLead(lead),
  excluded: [],
  left: null,
  ...lead,
});
const express = offered();
const economy = offered({ id: 2, name: '经济', factor: 1.5, percent: -10 });
const offering = (...leadClasses: OfferedLead[]) => ({
  'GET /charge-rule/table': () => ok({ rules: [], leadClasses }),
});
const bodies = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);
const panel = () => within(summaryPanel());
const total = () => panel().getByText('合计').nextSibling?.textContent;
const cards = async () =>
  within(await panel().findByRole('group', { name: '交期档位' })).getAllByRole('radio');
const card = (name: RegExp) => panel().getByRole<HTMLInputElement>('radio', { name });
const amount = (text: string | null | undefined) =>
  Number(/¥([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replace(',', ''));

test('the summary shows a card for each class, slowest first; the chosen one is in total, days and order', async () => {
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

test('a class that the parts cannot have says why; a chosen one is replaced by 标准 with a sentence', async () => {
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

test('each cell of the matrix is the total and the day that the summary shows after a click; arrow keys move', async () => {
  const { user } = await renderQuote({ server: offering(express, economy) });
  await cards();
  const part = within(partCard('零件 1'));
  await user.click(part.getByRole('button', { name: '数量 × 交期' }));
  const matrix = within(await part.findByRole('region', { name: '数量与交期' }));
  expect(matrix.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '数量',
    '经济',
    '标准',
    '加急',
  ]);
  const pick = async (name: RegExp) => {
    const cell = matrix.getByRole('button', { name });
    const label = cell.textContent;
    await user.click(cell);
    expect(amount(total())).toBe(amount(label));
    expect(cell.getAttribute('aria-pressed')).toBe('true');
    const day = /(\d{4}-\d\d-\d\d) 发货/.exec(label ?? '')?.[1] ?? '';
    expect(panel().getByText('预计').nextSibling?.textContent).toContain(day);
  };
  for (const num of [1, 20, 1000])
    for (const name of ['经济', '标准', '加急']) await pick(new RegExp(`^${num} 件，${name}：合计`));
  expect(matrix.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toMatch(/^500 件，加急/);
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(within(partCard('零件 1')).getByLabelText<HTMLInputElement>('数量').value).toBe('500');
  expect(card(/^标准/).checked).toBe(true);
});

test('where the shop offers 标准 alone there is neither card nor matrix, and the order names no class', async () => {
  const { user, sent } = await renderQuote({ server: { 'POST /order': () => ok(44, '提交成功') } });
  await user.click(panel().getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await screen.findByText('另一页');
  expect(bodies(sent)[0]).not.toHaveProperty('leadClassId');
  expect(screen.queryByRole('group', { name: '交期档位' })).toBeNull();
  expect(screen.queryByRole('button', { name: '数量 × 交期' })).toBeNull();
});

test('another class is a way to an earlier date or a lower price: taken by a click, undone by another', async () => {
  const { user } = await renderQuote({ server: offering(express, economy) });
  await cards();
  const part = within(partCard('零件 1'));
  await user.click(part.getByRole('button', { name: '省钱建议' }));
  const ways = within(await part.findByRole('region', { name: '降价与提前交付的办法' }));
  const slower = await ways.findByRole('button', { name: '采用：整单交期档位由“标准”改为“经济”' });
  const promised = amount(/整单合计.*$/.exec(slower.closest('li')?.textContent ?? '')?.[0]);
  await user.click(slower);
  expect(card(/^经济/).checked).toBe(true);
  expect(amount(total())).toBe(promised);
  expect(ways.getByText('已采用：整单交期档位由“标准”改为“经济”')).toBeDefined();
  await user.click(ways.getByRole('button', { name: '撤销采用' }));
  expect(card(/^标准/).checked).toBe(true);
  expect(total()).toBe('¥709.95');
  await user.click(ways.getByRole('radio', { name: '目标交期' }));
  await user.type(ways.getByRole('textbox', { name: '目标交期' }), '4');
  const faster = await ways.findByRole('button', { name: '采用：整单交期档位由“标准”改为“加急”' });
  expect(faster.closest('li')?.textContent).toContain('交期 4 个工作日（原 7 个工作日）');
  expect(faster.closest('li')?.textContent).toMatch(/小计含交期档位 ¥[\d.,]+（多 ¥[\d.,]+）/);
  await user.click(faster);
  expect(card(/^加急/).checked).toBe(true);
});

test('a class without a slot today, or that another part excludes, is no way', async () => {
  const full = offered({ slots: 1, left: 0 });
  const { user } = await renderQuote({ server: offering(full) });
  await cards();
  const part = within(partCard('零件 1'));
  await user.click(part.getByRole('button', { name: '省钱建议' }));
  const ways = within(await part.findByRole('region', { name: '降价与提前交付的办法' }));
  await user.click(ways.getByRole('radio', { name: '目标交期' }));
  await user.type(ways.getByRole('textbox', { name: '目标交期' }), '4');
  await ways.findByRole('button', { name: /改为“抛光”$/ });
  expect(ways.queryByRole('button', { name: /加急/ })).toBeNull();
});
