import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '#providers/fake-server.test-data.ts';
import { form } from './offer.test-data.tsx';
import { openApproval, panel, approval } from './offer-approval.test-data.tsx';

test('approving a stale offer shows the reason and reloads the request', async () => {
  const stale = refusal(409, '询价已有变动，这份报价不能再批准，请报价人重新提交', 'order.approval_stale');
  const page = openApproval({}, { 'POST /order/:id/offer/release': stale });
  const shown = await panel();
  const reads = page.sentTo('GET /order/3/withExt').length;
  fireEvent.click(shown.getByText('批准并发送'));
  expect(await screen.findByText(/询价已有变动/)).toBeTruthy();
  expect(page.sentTo('GET /order/3/withExt').length).toBeGreaterThan(reads);
});

test('a refused offer opens the form with the submitted values, without approval buttons', async () => {
  openApproval({
    state: 'refused',
    decidedName: '老陈',
    decisionNote: '利润太薄',
    mayRefuse: false,
    mayRelease: false,
    offer: {
      ...approval.offer,
      lines: [{ lineNo: 1, kind: 'price', amount: 500, days: 8, reason: '批量' }],
    },
  });
  const shown = await panel();
  expect(shown.getByText('小周的报价被老陈退回')).toBeTruthy();
  expect(shown.getByText(/退回原因：利润太薄/)).toBeTruthy();
  expect(shown.queryByRole('button')).toBeNull();
  const lines = await form();
  expect(lines.getByLabelText<HTMLInputElement>('1. 支架的人工报价').value).toBe('500.00');
  expect(lines.getByLabelText<HTMLInputElement>('1. 支架的说明').value).toBe('批量');
});
