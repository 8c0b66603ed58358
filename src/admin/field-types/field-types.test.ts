import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depts } from '#contract/people/depts.ts';
import { posts } from '#contract/people/posts.ts';
import type { Field, FieldTypeName, RefField, RefsField, TreeRefField } from './field.ts';
import { fieldTypeOf, textOf } from './field-types.ts';

const label = '字段';
const reference: RefField = {
  type: 'ref',
  label,
  source: posts.list,
  sourceId: 'postId',
  sourceLabel: 'postName',
  nameIn: 'name',
};
const several: RefsField = {
  type: 'refs',
  label,
  source: posts.list,
  sourceId: 'postId',
  sourceLabel: 'postName',
  namesIn: 'names',
  filterBy: 'postId',
};
const inTree: TreeRefField = {
  type: 'treeRef',
  label,
  source: depts.tree,
  sourceId: 'deptId',
  sourceLabel: 'deptName',
  nameIn: 'name',
  root: '顶级部门',
};
const state: Field = {
  type: 'enum',
  label,
  numeric: true,
  options: { 1: { label: '停用' }, 2: { label: '正常' } },
};
const colour: Field = { type: 'enum', label, numeric: false, options: { red: { label: '红' } } };
const amount: Field = { type: 'money', label };
const amountText: Field = { type: 'money', label, wire: 'text' };

const fields: Record<FieldTypeName, Field> = {
  text: { type: 'text', label },
  longText: { type: 'longText', label },
  int: { type: 'int', label, unit: '天' },
  decimal: { type: 'decimal', label, unit: 'mm' },
  money: amount,
  bool: { type: 'bool', label },
  enum: state,
  dict: { type: 'dict', label, dictType: 'material_tag' },
  date: { type: 'date', label },
  dateTime: { type: 'dateTime', label },
  ref: reference,
  refs: several,
  key: { type: 'key', label, source: posts.list, sourceId: 'postCode', sourceLabel: 'postName' },
  treeRef: inTree,
  password: { type: 'password', label },
  custom: { type: 'custom', label, text: (ids: number[]) => `${ids.length} 项` },
  image: { type: 'image', label },
  tags: { type: 'tags', label },
  json: { type: 'json', label },
  changes: { type: 'changes', label },
};

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const instant = fc
  .integer({ min: 0, max: 66_000_000 })
  .map((minutes) => new Date(minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 19) + '+08:00');
const fen = fc.integer({ min: -1e13, max: 1e13 });

const wireValues: [FieldTypeName, fc.Arbitrary<unknown>, Field?][] = [
  ['text', fc.string({ minLength: 1 })],
  ['longText', fc.string({ minLength: 1 })],
  ['int', fc.integer()],
  ['refs', fc.array(fc.integer({ min: 1 }), { minLength: 1 })],
  ['key', fc.string({ minLength: 1 })],
  ['treeRef', fc.nat()],
  ['password', fc.string({ minLength: 1 })],
  ['custom', fc.array(fc.nat())],
  ['decimal', fc.double({ noNaN: true, noDefaultInfinity: true })],
  ['dict', fc.string({ minLength: 1 })],
  ['money', fen.map((value) => value / 100)],
  ['money', fen.map((value) => (value / 100).toFixed(2)), amountText],
  ['bool', fc.boolean()],
  ['enum', fc.constantFrom(1, 2)],
  ['date', day],
  ['dateTime', instant],
  ['ref', fc.integer({ min: 1 })],
  ['image', fc.webUrl()],
  ['tags', fc.array(fc.string(), { minLength: 1 })],
  ['json', fc.jsonValue({ noUnicodeString: false })],
];

test.each(wireValues)(
  'a %s is converted to its input and back without loss',
  (name, values, field = fields[name]) => {
    const type = fieldTypeOf(field);
    fc.assert(
      fc.property(values, (value) => {
        const back = type.fromInput(type.toInput(value, field), field);
        // JSON has no negative zero.
        expect(JSON.stringify(back)).toBe(JSON.stringify(value));
        expect(typeof back).toBe(typeof value);
      }),
    );
  },
);

test.each<[Field, unknown, string]>([
  [fields.int, 4, '4 天'],
  [fields.int, 0, '0 天'],
  [fields.int, 5.93, '6 天'],
  [fields.decimal, 0.125, '0.125 mm'],
  [amount, 55, '¥55.00'],
  [amountText, '1234.50', '¥1,234.50'],
  [fields.bool, false, '否'],
  [state, 1, '停用'],
  [state, 9, '9'],
  [colour, 'red', '红'],
  [fields.dateTime, '2026-11-20T18:30:29Z', '2026-11-21 02:30'],
  [{ type: 'dateTime', label, seconds: true }, '2026-11-20T18:30:29Z', '2026-11-21 02:30:29'],
  [reference, 7, '质检员'],
  [fields.tags, ['铝', '钢'], '铝、钢'],
  [fields.json, { a: 1 }, '{"a":1}'],
  [fields.changes, { ids: [1, 2], status: [1, 2], price: [null, '5.00'] }, 'status、price'],
  [fields.changes, { ids: [1, 2] }, '—'],
  [
    fields.changes,
    { saved: 1, prices: [{ material: 'AL6061', option: '喷砂', before: null, after: null }] },
    '价格 1 项',
  ],
  [fields.changes, { cells: { '1/2': [null, { price: 1, time: 0 }] } }, '价格 1 项'],
  [fields.changes, { id: 3, orderNo: 'Q1', status: ['placed', 'confirmed'] }, 'Q1 status'],
  [
    { type: 'changes', label, names: () => ({ status: { label: '状态' } }) },
    { status: [1, 2], price: [1, 2] },
    '状态、price',
  ],
  [{ type: 'bool', label, mark: '当前会话' }, true, '当前会话'],
  [fields.text, '', ''],
  [fields.text, null, ''],
  [fields.tags, [], ''],
])('%o shows %o as %s', (field, value, expected) => {
  expect(textOf(field, 'x', { x: value, name: '质检员' })).toBe(expected);
});

test('references show their names in order, or the ID where a name is missing', () => {
  expect(textOf(several, 'x', { x: [3, 4], names: ['钳工', '焊工'] })).toBe('钳工、焊工');
  expect(textOf(several, 'x', { x: [3] })).toBe('#3');
});

test('the root of a tree has the label that its field declares', () => {
  expect(textOf(inTree, 'x', { x: 0 })).toBe('顶级部门');
});

test(`a filter by one of several references uses the list's parameter name`, () => {
  expect(fieldTypeOf(several).filter?.query('postIds', 7, several)).toEqual([
    { field: 'postId', operator: 'eq', value: 7 },
  ]);
});

test.each<[Field, unknown]>([
  [fields.int, null],
  [amount, null],
  [amount, ''],
  [fields.json, '  '],
  [fields.date, undefined],
  [fields.dateTime, undefined],
])('%o with empty input has no value', (field, input) => {
  expect(fieldTypeOf(field).fromInput(input, field)).toBeUndefined();
});

describe('a filter in the URL', () => {
  test.each<[Field, string, unknown]>([
    [fields.text, '铝&#%', '铝&#%'],
    [fields.int, '-12', -12],
    [state, '2', 2],
    [colour, 'red', 'red'],
    [fields.bool, 'false', false],
    [fields.dateTime, '2026-11-01~2026-11-30', ['2026-11-01', '2026-11-30']],
    [fields.date, '2026-11-01~', ['2026-11-01', '']],
    [fields.dateTime, '~2026-11-30', ['', '2026-11-30']],
    [reference, '7', 7],
    [amountText, '100~250.5', ['100', '250.5']],
    [amountText, '~0.05', ['', '0.05']],
  ])('%o parses %s and formats it unchanged', (field, text, value) => {
    const filter = fieldTypeOf(field).filter;
    expect(filter?.parse(text, field)).toEqual(value);
    expect(filter?.format(value)).toBe(text);
  });

  test.each<[Field, string]>([
    [fields.text, ''],
    [fields.int, '1.5'],
    [fields.int, '0x10'],
    [fields.int, '９'],
    [state, '3'],
    [state, 'toString'],
    [colour, '__proto__'],
    [fields.bool, '1'],
    [fields.date, '2026-02-30~2026-03-01'],
    [fields.date, '2026-03-02~2026-03-01'],
    [fields.date, '2026-03-01'],
    [fields.date, '~'],
    [reference, '-7'],
    [reference, '0'],
    [amountText, '~'],
    [amountText, '100'],
    [amountText, '-1~5'],
    [amountText, '1.005~'],
    [amountText, '1~2~3'],
  ])('%o ignores %j', (field, text) => {
    expect(fieldTypeOf(field).filter?.parse(text, field)).toBeUndefined();
  });

  test('of a period includes the whole first and last day', () => {
    const period = ['2026-11-01', '2026-11-02'];
    expect(fieldTypeOf(fields.date).filter?.query('due', period, fields.date)).toMatchObject([
      { field: 'dueFrom', value: '2026-11-01' },
      { field: 'dueTo', value: '2026-11-02' },
    ]);
    expect(fieldTypeOf(fields.dateTime).filter?.query('createdAt', period, fields.dateTime)).toEqual([
      { field: 'beginTime', operator: 'eq', value: '2026-11-01 00:00:00' },
      { field: 'endTime', operator: 'eq', value: '2026-11-02 23:59:59' },
    ]);
  });

  test('of an open-ended period sends one bound', () => {
    const { filter } = fieldTypeOf(fields.dateTime);
    expect(filter?.query('createdAt', ['2026-11-01', ''], fields.dateTime)).toMatchObject([
      { field: 'beginTime' },
    ]);
    expect(filter?.query('createdAt', ['', '2026-11-02'], fields.dateTime)).toMatchObject([
      { field: 'endTime' },
    ]);
  });

  test('of amounts reports a minimum above the maximum', () => {
    const { filter } = fieldTypeOf(amountText);
    expect(filter?.problem?.(['250', '100.5'])).toBe('最低不能高于最高');
    expect(filter?.problem?.(['-5', ''])).toBe('金额应为 0 到 999999999999 的数字');
    expect(filter?.problem?.(['9', '100'])).toBeUndefined();
    expect(filter?.problem?.(['250', ''])).toBeUndefined();
  });
});
