import { quotedFigures } from '#contract/orders/quotes.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildMaterial } from '../draft/fixtures.test-data.ts';
import { screen, within } from '@testing-library/react';
import { refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { renderQuote } from '../render-quote.test-data.tsx';

export const dialog = () => within(screen.getByRole('dialog'));
export const orderPosts = (sent: SentRequest[]) =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/order');

/** Answers consecutive requests with consecutive answers. */
export function inTurn(...answers: Answer[]) {
  let next = 0;
  return { 'POST /order': () => answers[next++] ?? refusal(500, '系统错误', 'server.error') };
}

export async function openConfirmation(server: Parameters<typeof renderQuote>[0]) {
  const view = await renderQuote(server);
  await view.user.click(screen.getByRole('button', { name: '提交订单' }));
  return view;
}

const sentPart = {
  material: 1,
  num: 10,
  length: 120,
  width: 60,
  height: 20,
  process_10: 13,
  process_13: 132,
};
const figures = quotedFigures(priceItem(buildMaterial({ deliveryTime: 5 }), sentPart, { aluminium: 107 }));
/** The refusal of an order whose price has changed. */
export const priceRefusal = refusal(409, '价格已更新，请确认新的价格', 'order.price_changed', {
  data: {
    items: [{ ...figures, ladder: [], unpriced: [] }],
    price: '869.32',
    delivery_time: figures.delivery_time,
    promisedDate: '2026-12-08',
    gates: [],
  },
});
