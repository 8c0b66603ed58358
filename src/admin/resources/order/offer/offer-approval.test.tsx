import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { dialogOf, form, openRequest, priced, sentTo, type } from './offer.test-data.tsx';
import { openApproval, panel } from './offer-approval.test-data.tsx';

test('a discount above the limit shows a hint, and is submitted with a reason for its approvers', async () => {
  const page = openRequest({ answers: { 'GET /order/:id/withExt': ok(priced) } });
  const lines = await form();
  expect(lines.queryByText(/上限/)).toBeNull();
  type(lines.getByLabelText('零件折扣'), '4');
  expect(lines.getByText('折扣 4%，您的上限 10%')).toBeTruthy();
  type(lines.getByLabelText('1. 支架的人工报价'), '630');
  type(lines.getByLabelText('1. 支架的说明'), '批量');
  expect(lines.getByText('折扣 13.6% 超过您的上限 10%，提交后待审批')).toBeTruthy();
  type(lines.getByLabelText('给审批人的说明（选填，客户看不到）'), '对手更低');
  fireEvent.click(lines.getByText('提交审批'));
  await waitFor(() =>
    expect(sentTo(page, 'POST /order/3/offer')).toEqual([
      {
        lines: [{ lineNo: 1, kind: 'price', amount: 630, days: 6.2, reason: '批量' }],
        charges: [],
        discount: { percent: 4, reason: '' },
        note: '',
        approvalReason: '对手更低',
        version: 1,
      },
    ]),
  );
});

test('a pending offer is shown with its lines before and after, and can be approved', async () => {
  const page = openApproval({});
  const shown = await panel();
  expect(shown.getByText('小周的报价待审批：折扣 14%，超过上限 5%')).toBeTruthy();
  expect(shown.getByText(/说明：对手更低/)).toBeTruthy();
  const rows = within(shown.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    '零件自动报价提交的报价交期',
    '1. 支架 × 10¥700.00¥700.007 个工作日',
    '折扣 14%老客户—-¥98.00—',
    '合计¥700.00¥602.00—',
  ]);
  const lines = await form();
  expect(lines.getByLabelText<HTMLInputElement>('零件折扣').value).toBe('14');
  expect(lines.getByLabelText<HTMLInputElement>('有效期（天）').value).toBe('9');
  fireEvent.click(shown.getByText('批准并发送'));
  await waitFor(() => expect(sentTo(page, 'POST /order/3/offer/release')).toEqual([{ approvalId: 12 }]));
});

test('a pending offer can be refused only with a reason, and can be replaced', async () => {
  const page = openApproval({ mayRelease: false });
  const shown = await panel();
  expect(shown.getByText('批准并发送').closest('button')?.disabled).toBe(true);
  fireEvent.click(shown.getByText(/^退\s?回$/));
  const dialog = await dialogOf('退回小周的报价');
  fireEvent.click(dialog.getByText(/^退\s?回$/));
  expect(await dialog.findByText('请填写退回原因')).toBeTruthy();
  type(dialog.getByLabelText('退回原因（报价人可见）'), '利润太薄');
  fireEvent.click(dialog.getByText(/^退\s?回$/));
  const refused = { approvalId: 12, reason: '利润太薄' };
  await waitFor(() => expect(sentTo(page, 'POST /order/3/offer/refuse')).toEqual([refused]));
  const lines = await form();
  type(lines.getByLabelText('零件折扣'), '5');
  fireEvent.click(lines.getByText('发送报价'));
  await waitFor(() =>
    expect(sentTo(page, 'POST /order/3/offer')).toMatchObject([
      { discount: { percent: 5, reason: '老客户' }, note: '含税', validDays: 9, replacesId: 12 },
    ]),
  );
});
