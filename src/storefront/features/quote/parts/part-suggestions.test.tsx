import { describe, expect, test } from 'vitest';
import { buildRule } from '#domain/review/carts.test-data.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openSuggestions, total } from './part-suggestions.test-data.tsx';

describe('suggestions for a lower price', () => {
  test('show what changes, and are applied by a click and undone by another', async () => {
    const { user, card, suggestions } = await openSuggestions();
    expect(total()).toBe('¥709.95');
    expect(suggestions()).toEqual([
      '表面处理由“阳极氧化，黑色”改为“无”小计 ¥615.77（省 ¥94.18）折合单价 ¥61.5770交期 4 个工作日（原 7 个工作日）采用',
    ]);
    await user.click(card.getByRole('button', { name: '采用：表面处理由“阳极氧化，黑色”改为“无”' }));
    expect(total()).toBe('¥615.77');
    expect(card.getByText('在可选的材料和工艺里，没有更省的办法')).toBeDefined();
    // After a second one both are undone, the last one first.
    await user.click(card.getByRole('radio', { name: '目标小计' }));
    await user.type(card.getByRole('textbox', { name: '目标小计' }), '400');
    await user.click(card.getByRole('checkbox', { name: '数量可以调整' }));
    await user.click((await card.findAllByRole('button', { name: /^采用：/ }))[0]!);
    expect(total()).not.toBe('¥615.77');
    await user.click(card.getByRole('button', { name: '撤销采用' }));
    expect(total()).toBe('¥615.77');
    await user.click(card.getByRole('button', { name: '撤销采用' }));
    expect(total()).toBe('¥709.95');
    expect(card.queryByText(/^已采用/)).toBeNull();
  });

  test('change the quantity for a target price only where the customer accepts it', async () => {
    const { user, card, suggestions } = await openSuggestions();
    await user.click(card.getByRole('radio', { name: '目标单价' }));
    expect(card.queryByRole('list', { name: '可选办法' })).toBeNull();
    await user.type(card.getByRole('textbox', { name: '目标单价' }), '55');
    expect(await card.findByText('改两处也达不到目标，最接近的办法是：')).toBeDefined();
    expect(suggestions()).toHaveLength(1);
    await user.click(card.getByRole('checkbox', { name: '数量可以调整' }));
    expect(card.getByText('会试这些数量：1、2、5、10、20、50、100、200、500、1000 件')).toBeDefined();
    expect(await card.findByText('最多改两处就能达到目标：')).toBeDefined();
    expect(suggestions().every((suggestion) => suggestion.includes('数量由 10 件改为'))).toBe(true);
    await user.click(card.getAllByRole('button', { name: /^采用：/ })[0]!);
    const subTotal = Number(card.getByText('小计').nextSibling?.textContent?.replace(/[¥,]/g, ''));
    const num = Number(card.getByRole<HTMLInputElement>('textbox', { name: '数量' }).value);
    expect(num).toBeGreaterThan(10);
    expect(subTotal / num).toBeLessThanOrEqual(55);
  });

  test('exclude changes that need a review', async () => {
    const rule = buildRule({ kind: 'pieces', pieces: 15 });
    const { user, card, suggestions } = await openSuggestions({
      server: { 'GET /gate-rule/table': () => ok({ rules: [rule], isNewCustomer: false }) },
    });
    await user.click(card.getByRole('radio', { name: '目标单价' }));
    await user.click(card.getByRole('checkbox', { name: '数量可以调整' }));
    await user.type(card.getByRole('textbox', { name: '目标单价' }), '1');
    await card.findByText('改两处也达不到目标，最接近的办法是：');
    expect(suggestions().join()).not.toContain('数量由');
  });
});
