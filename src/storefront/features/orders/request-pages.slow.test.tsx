import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { request, offer, show, dialog, noDocuments } from './request-pages.test-data.tsx';

describe('a request', () => {
  test('can be cancelled without a reason', async () => {
    const { user, moves } = show(request());
    await user.click(await screen.findByRole('button', { name: '取消询价' }));
    await user.click(dialog().getByRole('button', { name: '确认取消' }));
    await waitFor(() => expect(moves()).toEqual([{ to: 'cancelled', reason: '', version: 1 }]));
  });

  test('shows the next steps after sending', async () => {
    show(request(), '/order/success?id=3');
    await screen.findByRole('heading', { name: '询价已提交' });
    expect(screen.getByText(/报价后会通知您/)).toBeDefined();
    expect(screen.getByText('2026-11-21 09:00')).toBeDefined();
    noDocuments();
  });
});

describe('an offer', () => {
  test('shows no reason in its progress, unlike a cancellation or a withdrawal', async () => {
    const [asking, sent] = offer().history;
    const withdrawn = {
      ...sent!,
      from: 'quoted',
      to: 'requested',
      reason: '材料涨价',
      isByShop: true,
    } as const;
    const cancelled = { ...asking!, from: 'requested', to: 'cancelled', reason: '不做了' } as const;
    show(offer({ history: [asking!, sent!, withdrawn, cancelled] }));
    const progress = within(await screen.findByRole('region', { name: '进度' }));
    const texts = ['人工报价，第 2 版', '原因：材料涨价', '原因：不做了'];
    expect(texts.map((text) => progress.getByText(text).tagName)).toEqual(['P', 'P', 'P']);
  });

  test('without alternatives shows no choice', async () => {
    show(offer());
    await screen.findByRole('button', { name: '接受报价并下单' });
    expect(screen.queryByRole('region', { name: '选择方案' })).toBeNull();
  });
});

test('a repeated request is not shown as a withdrawal', async () => {
  const event = { from: 'quoted', to: 'requested', reason: '再便宜些', userName: '张工' };
  show(request({ history: [...offer().history, { ...event, createdAt: '2026-11-22T10:00:00+08:00' }] }));
  expect(await screen.findByText(/我们正在人工报价/)).toBeDefined();
  expect(screen.queryByText(/撤回/)).toBeNull();
});
