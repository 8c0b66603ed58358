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
