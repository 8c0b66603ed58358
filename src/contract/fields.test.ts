import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endTimeParam } from './fields.ts';
import { contactFields } from './part-item.ts';
import { personFields } from './profile.ts';

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
  ['张工', ''],
  ['José Ñandú', ''],
  ['葛\u{e0100}城', ''],
  ['', '请输入姓名'],
  [' \u3000', '请输入姓名'],
  ['\ufe0f', '请输入姓名'],
  ['张\u200b工', '姓名含有看不见的字符，请删除后重新输入'],
  ['张\u202e工', '姓名含有看不见的字符，请删除后重新输入'],
  ['\u3164', '姓名含有看不见的字符，请删除后重新输入'],
])('the name %j of a person is refused with “%s”', (name, error) => {
  expect(z.safeParse(personFields.nickName, name).error?.issues[0]?.message ?? '').toBe(error);
});

test('the contact of an order may be empty, and hides nothing', () => {
  expect(z.parse(contactFields.contactName, '')).toBe('');
  expect(z.safeParse(contactFields.contactName, '张\u2066工').success).toBe(false);
});
