import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decimal, endTimeParam, phone } from './fields.ts';
import { contactFields } from '../orders/part-item.ts';
import { personFields } from '../people/profile.ts';

test.each([
  ['2026-11-02 23:59:59', '2026-11-02T15:59:59.999Z'],
  ['2026-11-02T23:59:59+08:00', '2026-11-02T15:59:59.999Z'],
  ['2026-11-02T15:59:59Z', '2026-11-02T15:59:59.999Z'],
  ['2026-11-02T15:59:59 00:00', '2026-11-02T15:59:59.999Z'],
  ['2026-11-02 23:59', '2026-11-02T15:59:59.999Z'],
  ['2026-11-02', '2026-11-02T15:59:59.999Z'],
  ['2026-11-02 23:59:59.25', '2026-11-02T15:59:59.250Z'],
  ['0001-01-01', '1900-01-01T00:00:00.000Z'],
])('a period that ends at %s includes %s', (text, last) => {
  expect(z.parse(endTimeParam('结束时间'), text).toISOString()).toBe(last);
});

test.each([
  ['12,5', '密度的小数点请写成“.”'],
  ['abc', '密度必须是数字'],
  ['12.5', '密度必须是数字'],
  ['', '请输入密度'],
  [Number.NaN, '密度必须是数字'],
])('the number %j is refused with “%s”', (value, error) => {
  expect(z.safeParse(decimal('密度'), value).error?.issues[0]?.message).toBe(error);
});

test.each([
  ['１３８００１３８０００', '13800138000'],
  ['０２１－１２３４５６７８', '021-12345678'],
  ['021—12345678', '021-12345678'],
  ['＋86 138–0013–8000', '+86 138-0013-8000'],
])('the telephone %s is %s', (typed, number) => {
  expect(z.parse(phone('电话'), typed)).toBe(number);
});

test.each([
  ['张工', ''],
  ['José Ñandú', ''],
  ['葛\u{e0100}城', ''],
  ['', '请输入姓名'],
  [' \u3000', '请输入姓名'],
  ['\ufe0f', '请输入姓名'],
  ['张\u200b工', '姓名含有看不见的字符，请删除后重新输入'],
  ['张\u202e工', '姓名含有看不见的字符，请删除后重新输入'],
  ['\u3164', '姓名含有看不见的字符，请删除后重新输入'],
])('the user name %j is refused with “%s”', (name, error) => {
  expect(z.safeParse(personFields.nickName, name).error?.issues[0]?.message ?? '').toBe(error);
});

test('the contact name of an order may be empty, but not contain invisible characters', () => {
  expect(z.parse(contactFields.contactName, '')).toBe('');
  expect(z.safeParse(contactFields.contactName, '张\u2066工').success).toBe(false);
});
