import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { buildRule } from '#domain/gates/carts.test-data.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { saveDraft } from '../draft/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

async function openWays(options: Parameters<typeof renderQuote>[0] = {}) {
  const rendered = await renderQuote(options);
  const card = within(partCard('零件 1'));
  await rendered.user.click(card.getByRole('button', { name: '省钱建议' }));
  await card.findByRole('group', { name: '想要' });
  const ways = () =>
    within(card.getByRole('list', { name: '可选办法' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
  return { ...rendered, card, ways };
}
const total = () => within(summaryPanel()).getByText('合计').nextSibling?.textContent;

describe('ways to a lower price', () => {
  test('a saving says what is given up, is taken by a click and undone by another', async () => {
    const { user, card, ways } = await openWays();
    expect(total()).toBe('¥709.95');
    expect(ways()).toEqual([
      '表面处理由“阳极氧化，黑色”改为“无”小计 ¥615.77（省 ¥94.18）折合单价 ¥61.5770交期 4 个工作日（原 7 个工作日）采用',
    ]);
    await user.click(card.getByRole('button', { name: '采用：表面处理由“阳极氧化，黑色”改为“无”' }));
    expect(total()).toBe('¥615.77');
    expect(card.getByText('在可选的材料和工艺里，没有更省的办法')).toBeDefined();
    await user.click(card.getByRole('button', { name: '撤销采用' }));
    expect(total()).toBe('¥709.95');
    expect(card.queryByText(/^已采用/)).toBeNull();
  });

  test('what the order charges beside the part counts: a minimum leaves less to save, or nothing', async () => {
    const minimum = (yuan: number) => buildChargeRule({ basis: 'orderMinimum', minimum: yuan });
    const charging = (yuan: number) => ({
      server: { 'GET /charge-rule/table': () => ok({ rules: [minimum(yuan)] }) },
    });
    const { user, card, ways, unmount } = await openWays(charging(700));
    await waitFor(() =>
      expect(ways()).toEqual([
        '表面处理由“阳极氧化，黑色”改为“无”小计 ¥615.77（省 ¥94.18）折合单价 ¥61.5770交期 4 个工作日（原 7 个工作日）整单合计 ¥700.00（省 ¥9.95）采用',
      ]),
    );
    expect(total()).toBe('¥709.95');
    await user.click(card.getByRole('button', { name: /^采用：/ }));
    await waitFor(() => expect(total()).toBe('¥700.00'));
    await user.click(card.getByRole('button', { name: '撤销采用' }));
    unmount();

    const dear = await openWays(charging(800));
    expect(await dear.card.findByText('在可选的材料和工艺里，没有更省的办法')).toBeDefined();
    await waitFor(() => expect(total()).toBe('¥800.00'));
  });

  test('of a part that misses a choice the page says what is needed first', async () => {
    const { user, card } = await openWays();
    // Steel is not anodised: another finish is still to be chosen.
    await user.click(card.getByRole('tab', { name: '不锈钢' }));
    await user.click(card.getByRole('radio', { name: /SUS304/ }));
    expect(card.getByText('请先补全这个零件，才能查找省钱的办法。')).toBeDefined();
  });

  test('a target price is reached by another quantity only where that is accepted', async () => {
    const { user, card, ways } = await openWays();
    await user.click(card.getByRole('radio', { name: '目标单价' }));
    expect(card.queryByRole('list', { name: '可选办法' })).toBeNull();
    await user.type(card.getByRole('textbox', { name: '目标单价' }), '55');
    expect(await card.findByText('改两处也达不到目标，最接近的办法是：')).toBeDefined();
    expect(ways()).toHaveLength(1);
    await user.click(card.getByRole('checkbox', { name: '数量可以调整' }));
    expect(card.getByText('会试这些数量：1、2、5、10、20、50、100、200、500、1000 件')).toBeDefined();
    expect(await card.findByText('最多改两处就能达到目标：')).toBeDefined();
    expect(ways().every((way) => way.includes('数量由 10 件改为'))).toBe(true);
    await user.click(card.getAllByRole('button', { name: /^采用：/ })[0]!);
    const subTotal = Number(card.getByText('小计').nextSibling?.textContent?.replace(/[¥,]/g, ''));
    const num = Number(card.getByRole<HTMLInputElement>('textbox', { name: '数量' }).value);
    expect(num).toBeGreaterThan(10);
    expect(subTotal / num).toBeLessThanOrEqual(55);
  });

  test('an earlier date has its way, and a target that is reached says so', async () => {
    const { user, card, ways } = await openWays();
    await user.click(card.getByRole('radio', { name: '目标交期' }));
    const field = card.getByRole('textbox', { name: '目标交期' });
    await user.type(field, '4');
    expect(await card.findByText('最多改两处就能达到目标：')).toBeDefined();
    expect(ways()[0]).toContain('交期 4 个工作日（原 7 个工作日）');
    await user.clear(field);
    await user.type(field, '３０');
    expect(await card.findByText('现在的选择已经达到目标')).toBeDefined();
    await user.clear(field);
    await user.type(field, '三天');
    expect(card.getByText('请输入数字')).toBeDefined();
  });

  test('what a rule holds is not proposed', async () => {
    const rule = buildRule({ kind: 'pieces', pieces: 15 });
    const { user, card, ways } = await openWays({
      server: { 'GET /gate-rule/table': () => ok({ rules: [rule], isNewCustomer: false }) },
    });
    await user.click(card.getByRole('radio', { name: '目标单价' }));
    await user.click(card.getByRole('checkbox', { name: '数量可以调整' }));
    await user.type(card.getByRole('textbox', { name: '目标单价' }), '1');
    await card.findByText('改两处也达不到目标，最接近的办法是：');
    expect(ways().join()).not.toContain('数量由');
  });

  test('an incomplete part, and one whose price is hidden, have no ways to look for', async () => {
    saveDraft({ userId: 7, orderId: null }, [buildFields({ num: '' })]);
    await renderQuote();
    expect(within(partCard('支架')).queryByRole('button', { name: '省钱建议' })).toBeNull();
    expect(screen.queryByRole('list', { name: '可选办法' })).toBeNull();
  });
});
