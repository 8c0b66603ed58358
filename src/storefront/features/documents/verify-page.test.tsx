import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { codeError, readCode, UNKNOWN_CODE } from './verify-code.ts';

const CODE = '7KQ2M9XW4T01HZNB3CDE';

const facts = {
  orderNo: 'Q20261120-0001',
  revision: 1,
  status: 'valid',
  issuer: '示例精密机械有限公司',
  total: '713.57',
  issuedAt: '2026-11-20T02:00:00.000Z',
  validUntil: '2026-12-05T15:59:59.000Z',
  hash: 'ab'.repeat(32),
};

const answers = {
  [`GET /public/quotation/${CODE}`]: ok(facts),
  'GET /public/quotation/00000000000000000000': refusal(
    404,
    '没有这个验证码对应的报价单',
    'record.not_found',
  ),
};

function ask(code: string) {
  fireEvent.change(screen.getByLabelText('验证码'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: '查询' }));
}

test('a printed quotation can be verified by typing its code as printed', async () => {
  const { at } = openApp('/verify', { answers });
  await screen.findByRole('heading', { name: '报价单验真' });
  expect(screen.getByText(/印在报价单末尾的二维码旁/)).toBeDefined();
  const field = screen.getByLabelText('验证码');
  ask('');
  expect(screen.getByText('请输入验证码')).toBeDefined();
  expect(document.activeElement).toBe(field);
  ask('7kq2m-9xw4t-oihzn-b3cd');
  expect(screen.getByText(/验证码共 20 位，这里是 19 位/)).toBeDefined();
  ask('7kq2m-9xw4t-oihzn-b3cde');
  await screen.findByText('有效');
  expect(at()).toBe(`/verify/${CODE}`);
  expect(screen.getByRole('link', { name: '核对另一份报价单' }).getAttribute('href')).toBe('/verify');
});

test('an unknown code shows an error beside the field, and can be corrected', async () => {
  openApp('/verify/00000-00000-00000-00000', { answers });
  await screen.findByRole('heading', { name: '查不到这份报价单' });
  expect(screen.getByText(UNKNOWN_CODE)).toBeDefined();
  ask(`https://quote.test/verify/${CODE}`);
  await screen.findByText('有效');
});

test.each([
  ['７ＫＱ２Ｍ－9XW4T 01hzn_b3cde', CODE, undefined],
  ['', '', '请输入验证码'],
  [
    'UUUUUUUUUUUUUUUUUUUU',
    'UUUUUUUUUUUUUUUUUUUU',
    '验证码只含数字和字母（没有字母 U），请对照报价单再核对一遍',
  ],
])('%j is read as %j', (typed, code, fault) => {
  expect([readCode(typed), codeError(readCode(typed))]).toEqual([code, fault]);
});
