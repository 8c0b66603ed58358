import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';
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

test('each cell of the matrix shows the total and ship date that the summary shows after a click; arrow keys move', async () => {
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

test('another class is suggested for an earlier date or a lower price, and is applied and undone by a click', async () => {
  const { user } = await renderQuote({ server: offering(express, economy) });
  await cards();
  const part = within(partCard('零件 1'));
  await user.click(part.getByRole('button', { name: '省钱建议' }));
  const suggestions = within(await part.findByRole('region', { name: '降价与提前交付的办法' }));
  const slower = await suggestions.findByRole('button', { name: '采用：整单交期档位由“标准”改为“经济”' });
  const promised = amount(/整单合计.*$/.exec(slower.closest('li')?.textContent ?? '')?.[0]);
  await user.click(slower);
  expect(card(/^经济/).checked).toBe(true);
  expect(amount(total())).toBe(promised);
  expect(suggestions.getByText('已采用：整单交期档位由“标准”改为“经济”')).toBeDefined();
  await user.click(suggestions.getByRole('button', { name: '撤销采用' }));
  expect(card(/^标准/).checked).toBe(true);
  expect(total()).toBe('¥709.95');
  await user.click(suggestions.getByRole('radio', { name: '目标交期' }));
  await user.type(suggestions.getByRole('textbox', { name: '目标交期' }), '4');
  const faster = await suggestions.findByRole('button', { name: '采用：整单交期档位由“标准”改为“加急”' });
  expect(faster.closest('li')?.textContent).toContain('交期 4 个工作日（原 7 个工作日）');
  expect(faster.closest('li')?.textContent).toMatch(/小计含交期档位 ¥[\d.,]+（多 ¥[\d.,]+）/);
  await user.click(faster);
  expect(card(/^加急/).checked).toBe(true);
});

test('a class without a slot today is not suggested', async () => {
  const full = offered({ slots: 1, left: 0 });
  const { user } = await renderQuote({ server: offering(full) });
  await cards();
  const part = within(partCard('零件 1'));
  await user.click(part.getByRole('button', { name: '省钱建议' }));
  const suggestions = within(await part.findByRole('region', { name: '降价与提前交付的办法' }));
  await user.click(suggestions.getByRole('radio', { name: '目标交期' }));
  await user.type(suggestions.getByRole('textbox', { name: '目标交期' }), '4');
  await suggestions.findByRole('button', { name: /改为“抛光”$/ });
  expect(suggestions.queryByRole('button', { name: /加急/ })).toBeNull();
});
