import { describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, hasPermission } from './permissions.ts';

const needed = 'admin:sysUser:edit';

describe.each([
  ['a list', (codes: string[]) => codes],
  ['a set', (codes: string[]) => new Set(codes)],
])('permissions held as %s', (_, held) => {
  it('grant the exact code', () => {
    expect(hasPermission(held(['x:y:z', needed]), needed)).toBe(true);
  });

  it('grant everything by *:*:*', () => {
    expect(hasPermission(held([ALL_PERMISSIONS]), needed)).toBe(true);
    expect(hasPermission(held(['*:*:*']), 'mfr:order:move')).toBe(true);
  });

  it('grant nothing when empty', () => {
    expect(hasPermission(held([]), needed)).toBe(false);
  });

  it.each([
    'admin:sysUser',
    'admin:sysUser:*',
    'admin:*:*',
    '*:*:edit',
    '*',
    '*:*',
    '*:*:*:*',
    ' *:*:*',
    '**:*:*',
    '',
    'admin:sysUser:edit ',
    'admin:sysUser:editAll',
    'admin:sysUser:edi',
    'admin:sysuser:edit',
    'ADMIN:SYSUSER:EDIT',
    'admin:sysUserRole:edit',
    'xadmin:sysUser:edit',
    'admin:sysUser:add,admin:sysUser:edit',
    'admin.sysUser.edit',
    'admin:sysUser:edi.',
    '.*',
  ])('do not grant the similar code %j', (near) => {
    expect(hasPermission(held([near]), needed)).toBe(false);
  });

  it('grant *:*:* only to a holder of *:*:*', () => {
    expect(hasPermission(held([needed]), ALL_PERMISSIONS)).toBe(false);
  });
});
