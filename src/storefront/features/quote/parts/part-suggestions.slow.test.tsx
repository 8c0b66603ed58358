import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { saveDraft } from '../draft/storage/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';
import { openSuggestions, total } from './part-suggestions.test-data.tsx';

describe('suggestions for a lower price', () => {
  test('count the charges of the order: a minimum leaves less to save, or nothing', async () => {
    const minimum = (yuan: number) => buildChargeRule({ basis: 'orderMinimum', minimumFen: yuan * 100 });
    const charging = (yuan: number) => ({
      server: { 'GET /charge-rule/table': () => ok({ rules: [ruleInYuan(minimum(yuan))] }) },
    });
    const { user, card, suggestions, unmount } = await openSuggestions(charging(700));
    await waitFor(() =>
      expect(suggestions()).toEqual([
        '表面处理由“阳极氧化，黑色”改为“无”小计 ¥615.77（省 ¥94.18）折合单价 ¥61.5770交期 4 个工作日（原 7 个工作日）整单合计 ¥700.00（省 ¥9.95）采用',
      ]),
    );
    expect(total()).toBe('¥709.95');
    await user.click(card.getByRole('button', { name: /^采用：/ }));
    await waitFor(() => expect(total()).toBe('¥700.00'));
    await user.click(card.getByRole('button', { name: '撤销采用' }));
    unmount();

    const dear = await openSuggestions(charging(800));
    expect(await dear.card.findByText('在可选的材料和工艺里，没有更省的办法')).toBeDefined();
    await waitFor(() => expect(total()).toBe('¥800.00'));
  });

  test('require a part without missing choices', async () => {
    const { user, card } = await openSuggestions();
    // Steel is not anodised: another finish is still to be chosen.
    await user.click(card.getByRole('tab', { name: '不锈钢' }));
    await user.click(card.getByRole('radio', { name: /SUS304/ }));
    expect(card.getByText('请先补全这个零件，才能查找省钱的办法。')).toBeDefined();
  });

  test('include an earlier date, and a target already reached shows a notice', async () => {
    const { user, card, suggestions } = await openSuggestions();
    await user.click(card.getByRole('radio', { name: '目标交期' }));
    const field = card.getByRole('textbox', { name: '目标交期' });
    await user.type(field, '4');
    expect(await card.findByText('最多改两处就能达到目标：')).toBeDefined();
    expect(suggestions()[0]).toContain('交期 4 个工作日（原 7 个工作日）');
    await user.clear(field);
    await user.type(field, '３０');
    expect(await card.findByText('现在的选择已经达到目标')).toBeDefined();
    await user.clear(field);
    await user.type(field, '三天');
    expect(card.getByText('请填写数字')).toBeDefined();
  });

  test('reject zero and text as the target price', async () => {
    const { user, card } = await openSuggestions();
    await user.click(card.getByRole('radio', { name: '目标小计' }));
    const field = card.getByRole('textbox', { name: '目标小计' });
    for (const [typed, problem] of [
      ['0', '请填写大于 0 的数字'],
      ['1e3', '请填写数字'],
      ['12,5', '小数点请写成“.”'],
    ] as const) {
      await user.clear(field);
      await user.type(field, typed);
      expect(card.getByText(problem)).toBeDefined();
      expect(card.queryByRole('list', { name: '可选办法' })).toBeNull();
    }
  });

  test('are not offered for an incomplete part', async () => {
    saveDraft({ userId: 7, orderId: null }, [buildFields({ num: '' })]);
    await renderQuote();
    expect(within(partCard('支架')).queryByRole('button', { name: '省钱建议' })).toBeNull();
    expect(screen.queryByRole('list', { name: '可选办法' })).toBeNull();
  });
});
