import { expect, test } from 'vitest';
import { fieldTypeOf } from '../../field-types/field-types.ts';
import { operationLog } from './operation-log.resource.ts';

const { fields } = operationLog;
const textOf = (name: keyof typeof fields, record: Record<string, unknown>): string => {
  const field = fields[name];
  if (!field) throw new Error(`no field ${name}`);
  return fieldTypeOf(field).text(record[name], field, record);
};

test.each([
  [{ requestMethod: 'PUT', permission: 'mfr:material:edit' }, ['修改', '修改材料']],
  [{ requestMethod: 'DELETE', permission: 'admin:onlineSession:remove' }, ['删除', '强制下线']],
  [{ requestMethod: 'POST', permission: 'session' }, ['新增或提交', '本人操作']],
])('methods and permissions are shown as text: %j', (record, words) => {
  expect([textOf('requestMethod', record), textOf('permission', record)]).toEqual(words);
});

test.each([
  [
    'mfr:order:query',
    { id: 1, orderNo: 'Q1', revision: 1, expiresAt: [null, '2026-12-01T00:00:00Z'] },
    'Q1 有效期至',
  ],
  ['mfr:order:move', { revision: [1, 2], price: ['1.00', '2.00'] }, '报价版本、合计'],
  ['session', { id: 1, taxNumber: ['', '9131'] }, '税号'],
  ['admin:sysUser:edit', { id: 1, roleIds: [[1], [1, 2]], roleNames: [['客户'], ['客户', '销售']] }, '角色'],
  ['mfr:leadClass:edit', { id: 1, optionIds: [[], [12]], optionNames: [[], ['喷砂']] }, '不提供的工艺选项'],
  ['admin:sysConfigSet:update', { ids: [7], 'model.thinWall': ['0.5', '0.6'] }, '最小壁厚（mm）'],
  ['mfr:quote:price', { orderNo: 'Q1', price: ['1.00', '2.00'], revision: [1, 2] }, 'Q1 合计、报价版本'],
  ['mfr:machiningPrice:edit', { deptId: 4, 铝合金: [null, 12] }, '铝合金'],
])('changes logged under %s show field labels', (permission, changes, text) => {
  expect(textOf('changes', { permission, changes })).toBe(text);
});
