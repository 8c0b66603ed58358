import { describe, expect, test } from 'vitest';
import { emptyFields } from './draft.ts';
import { buildFields, buildPart, catalogue } from './fixtures.test-data.ts';
import { checkPart, firstErrorField, splitServerErrors, visibleErrors } from './validation.ts';

test('a complete part is returned ready to send', () => {
  expect(checkPart(buildFields({ name: '' }), catalogue).item).toEqual({
    material: 1,
    num: 50,
    length: 120,
    width: 60,
    height: 20,
    process_10: 13,
    process_13: 132,
    process_20: 21,
  });
});

describe('missing and wrong values are reported by field', () => {
  test.each([
    [{ materialId: null }, { material: '请选择 材料!' }],
    [{ materialId: 99 }, { material: '请选择 材料!' }],
    [{ length: '' }, { length: '请输入长度' }],
    [{ width: '0' }, { width: '宽度不能小于0.001' }],
    [{ height: '十' }, { height: '高度必须是数字' }],
    [{ height: '12，5' }, { height: '高度的小数点请写成“.”' }],
    [{ num: '1e3' }, { num: '数量必须是数字' }],
    [{ length: '1.2345' }, { length: '长度最多3位小数' }],
    [{ num: '' }, { num: '请输入数量' }],
    [{ num: '0' }, { num: '数量不能小于1' }],
    [{ num: '1.5' }, { num: '数量必须是整数' }],
    [{ name: '零'.repeat(61) }, { name: '零件名称最多60个字符' }],
    [{ selections: {} }, { process_10: '请选择 表面处理 !', process_20: '请选择 粗糙度 !' }],
    [{ selections: { process_10: 13, process_20: 21 } }, { process_13: '请选择 颜色（阳极氧化） !' }],
  ])('%j', (overrides, errors) => {
    expect(checkPart(buildFields(overrides), catalogue)).toEqual({ errors });
  });
});

test('before submitting only typed values are checked, afterwards everything', () => {
  const part = buildPart({ length: '', width: '0', selections: {} });
  const { errors } = checkPart(part, catalogue);
  expect(visibleErrors(part, errors ?? {})).toEqual({ width: '宽度不能小于0.001' });
  expect(visibleErrors({ ...part, showsErrors: true }, errors ?? {})).toEqual(errors);
  // A value that a list left out is red at once.
  expect(visibleErrors({ ...part, isListed: true }, errors ?? {})).toEqual(errors);
});

test('pasted text that matches nothing is reported at once beside the missing choice', () => {
  const unread = { material: 'Q345', process_10: '镀金' };
  const part = buildPart({ materialId: null, unread });
  const first = checkPart(part, catalogue).errors ?? {};
  expect(visibleErrors(part, first)).toEqual({ material: '没有找到材料“Q345”，请选择' });
  const known = buildPart({ unread: { process_10: '镀金' }, selections: { process_20: 21 } });
  const then = checkPart(known, catalogue).errors ?? {};
  expect(visibleErrors(known, then)).toEqual({ process_10: '没有找到表面处理“镀金”，请选择' });
});

test.each([
  ['whose process does not suit the material', { process_30: '淬火' }, '热处理“淬火”'],
  ['whose process is no longer in the catalogue', { process_99: '镀金' }, '工艺“镀金”'],
  ['of a catalogue without processes', { finish: '镀金' }, '工艺“镀金”'],
])('pasted text %s is an error, not left out of the order', (_case, unread, what) => {
  const part = buildPart({ unread });
  const errors = checkPart(part, catalogue).errors ?? {};
  const [field = ''] = Object.keys(unread);
  expect(visibleErrors(part, errors)).toEqual({
    [field]: `${what}不适用于 AL6061-T6，请删除或更换材料`,
  });
});

test('the first error is the first in display order', () => {
  const fields = buildFields({ height: '', num: '', selections: { process_20: 21 } });
  const { errors } = checkPart(fields, catalogue);
  expect(firstErrorField(fields, errors ?? {}, catalogue)).toBe('height');
  expect(firstErrorField(fields, { process_20: 'x', process_10: 'y' }, catalogue)).toBe('process_10');
  expect(firstErrorField(emptyFields, { remark: 'x', material: 'y' }, catalogue)).toBe('material');
});

test('server errors are assigned to their part by index', () => {
  const errors = { 'items.1.process_3': '不适用', 'items.0': '坏', contactPhone: '太长', 'items.7.num': '?' };
  expect(splitServerErrors(errors, ['a', 'b'])).toEqual({
    byPart: { b: { process_3: '不适用' }, a: { material: '坏' } },
    others: { contactPhone: '太长', 'items.7.num': '?' },
  });
});
