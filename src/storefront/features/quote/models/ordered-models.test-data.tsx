import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ReadingOutcome } from '#geometry/worker/worker-report.ts';
import type { SentRequest } from '#providers/fake-server.test-data.ts';
import { blocks } from './readings.test-data.ts';
import { confirmOrder, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

/** Functions that end the readings in progress, by file name. */
export const endings = new Map<string, (outcome: ReadingOutcome) => void>();

export const choose = (files: File[]) =>
  fireEvent.change(screen.getAllByLabelText('选择模型或图纸')[0] as HTMLElement, { target: { files } });

export async function end(name: string, outcome: ReadingOutcome = { type: 'read', reading: blocks(1) }) {
  await waitFor(() => expect(endings.has(name)).toBe(true));
  await act(async () => endings.get(name)?.(outcome));
}

export const UPLOAD = 'POST /model';
export const fileName = ({ body }: SentRequest) => ((body as FormData).get('file') as File).name;
export const uploads = (sent: readonly SentRequest[]) =>
  sent.filter(({ url }) => url === '/model').map(fileName);

/** A page with parts whose models are read. */
export async function renderRead(names: readonly string[], server: Parameters<typeof renderQuote>[0]) {
  const view = await renderQuote({ start: 'blank', ...server });
  choose(names.map((name) => new File([name], name)));
  for (const name of names) await end(name);
  await waitFor(() => expect(summaryPanel().textContent).not.toMatch(/读取中|待完善/));
  return view;
}

export const order = async (user: Awaited<ReturnType<typeof renderQuote>>['user']) => {
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
};
export const dialog = () => within(screen.getByRole('dialog'));
