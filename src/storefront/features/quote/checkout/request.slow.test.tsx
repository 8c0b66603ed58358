import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, type SentRequest } from '#providers/fake-server.test-data.ts';
import { saveDraft } from '../draft/storage/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';

const dialog = () => within(screen.getByRole('dialog'));
const bodies = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order').map(({ body }) => body);

describe('parts that the price table cannot price', () => {
  test('include those of a material without a machining price', async () => {
    const { user, sent } = await renderQuote({
      server: { 'GET /machining-price': () => ok([]), 'POST /order': () => ok(46, '提交成功') },
    });
    expect(within(partCard('零件 1')).getByText(/^材料 AL6061-T6 没有在线价格/)).toBeDefined();
    expect(screen.queryByText(/联系我们/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '提交询价' }));
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await screen.findByText('另一页');
    expect(bodies(sent)).toMatchObject([{ status: 'requested', price: '0.00' }]);
  });

  test('still need all their processes', async () => {
    saveDraft({ userId: 7, orderId: null }, [buildFields({ selections: {} })]);
    const { user } = await renderQuote({ server: { 'GET /machining-price': () => ok([]) } });
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('请选择 表面处理 !')).toBeDefined();
  });
});
