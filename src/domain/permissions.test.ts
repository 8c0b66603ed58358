import { describe, expect, it } from 'vitest';
import { listed } from '#tests/support/data/listed.ts';
import { ALL_PERMISSIONS, hasPermission } from './permissions.ts';

const needed = 'admin:sysUser:edit';

describe.each([
  ['a list', (codes: string[]) => codes],
  ['a set', (codes: string[]) => new Set(codes)],
])('permissions in %s', (_, codesIn) => {
  it('grant the exact code, everything for *:*:*, and nothing when empty', () => {
    expect(hasPermission(codesIn(['x:y:z', needed]), needed)).toBe(true);
    expect(hasPermission(codesIn([ALL_PERMISSIONS]), needed)).toBe(true);
    expect(hasPermission(codesIn(['*:*:*']), 'mfr:order:move')).toBe(true);
    expect(hasPermission(codesIn([]), needed)).toBe(false);
  });

  const similar = listed(`
    admin:sysUser | admin:sysUser:* | admin:*:* | *:*:edit | * | *:* | *:*:*:* | **:*:*
    admin:sysUser:editAll | admin:sysUser:edi | admin:sysuser:edit | ADMIN:SYSUSER:EDIT
    admin:sysUserRole:edit | xadmin:sysUser:edit | admin:sysUser:add,admin:sysUser:edit
    admin.sysUser.edit | admin:sysUser:edi. | .*
  `);
  it('do not grant a similar code', () => {
    for (const near of [...similar, '', ' *:*:*', 'admin:sysUser:edit '])
      expect([near, hasPermission(codesIn([near]), needed)]).toEqual([near, false]);
  });

  it('grant *:*:* only to a holder of *:*:*', () => {
    expect(hasPermission(codesIn([needed]), ALL_PERMISSIONS)).toBe(false);
  });
});
