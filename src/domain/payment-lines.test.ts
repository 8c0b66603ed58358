import { expect, test } from 'vitest';
import { paymentLines } from './payment-lines.ts';

test('only settings with a value are printed, the invoice first', () => {
  const none = { title: '', taxNumber: '', bank: '', account: '' };
  expect(paymentLines(none)).toStrictEqual([]);
  expect(paymentLines({ ...none, account: '6222' })).toStrictEqual(['账号 6222']);
  expect(paymentLines({ title: '甲公司', taxNumber: 'T1', bank: '工行', account: '6222' })).toStrictEqual([
    '抬头 甲公司　税号 T1',
    '开户行 工行　账号 6222',
  ]);
});
