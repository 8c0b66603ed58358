import { expect, test } from 'vitest';
import { readContactRule, missingContact } from './contact.ts';
import { PHONE, plainPhone } from './phone.ts';

test.each([
  '13800138000',
  '+86 138 0013 8000',
  '+86 138-0013-8000',
  '021-12345678',
  '（021）1234 5678 转 801',
  '400-800-8000',
  '021-1234',
  '',
])('the telephone number %j is accepted', (text) => expect(PHONE.test(text)).toBe(true));

test.each(['abc', '12', '-------', '138001380001380013800', '1380013800a', '转 8013800'])(
  'the telephone number %j is refused',
  (text) => expect(PHONE.test(text)).toBe(false),
);

test.each([
  ['１３８００１３８０００', '13800138000'],
  ['＋８６　１３８－００１３－８０００', '+86　138-0013-8000'],
  ['（０２１）１２３４５６７８ 转 ８０１', '(021)12345678 转 801'],
])('the full-width telephone number %j becomes %j, which is valid', (typed, plain) => {
  expect(plainPhone(typed)).toBe(plain);
  expect(PHONE.test(plain)).toBe(true);
});

test('the setting decides which fields an order needs', () => {
  const blank = { contactName: ' ', contactPhone: '' };
  expect(missingContact('none', blank)).toEqual({});
  expect(missingContact('phone', blank)).toEqual({
    contactName: '请输入联系人',
    contactPhone: '请输入联系电话',
  });
  expect(missingContact('address', { contactName: '张工', contactPhone: '1', address: '' })).toEqual({
    address: '请输入收货地址',
  });
});

test('any other text of the setting means the default', () => {
  expect([readContactRule('none'), readContactRule('toString'), readContactRule(undefined)]).toEqual([
    'none',
    'phone',
    'phone',
  ]);
});
