import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { pageOf } from '../../app/open-admin.test-data.tsx';
import { deskRow, first, openDesk, second } from './desk.test-data.ts';

const asked = {
  from: 'quoted',
  to: 'requested',
  reason: '能否 800 元以内？',
  userName: '张工',
  createdAt: '2026-11-21T09:30:00+08:00',
};

test('a repeated request is marked in the queue, with its reason in its heading', async () => {
  openDesk('?id=3', {
    answers: {
      'GET /quote-desk': pageOf([deskRow({ isAgain: true }), deskRow({ id: second.id, customer: '乙公司' })]),
      'GET /quote-desk/3': ok(deskRow({ isAgain: true })),
      'GET /order/3/withExt': ok({ ...first, history: [...first.history, asked] }),
    },
  });
  const words = await screen.findByText('再次询价：能否 800 元以内？');
  expect(words.closest('[role=alert]')?.textContent).toContain('张工 · 2026-11-21 09:30');
  const queue = within(screen.getByRole('region', { name: '待报价队列' }));
  expect(queue.getByRole('button', { name: /甲公司/ }).textContent).toContain('再次询价');
  expect(queue.getByRole('button', { name: /乙公司/ }).textContent).not.toContain('再次询价');
});

test('a first request for manual review shows its reason without a mark', async () => {
  openDesk('?id=3', { answers: { 'GET /order/3/withExt': ok({ ...first, history: [asked] }) } });
  expect(await screen.findByText('询价说明：能否 800 元以内？')).toBeTruthy();
  expect(screen.queryByText(/再次询价/)).toBeNull();
});
