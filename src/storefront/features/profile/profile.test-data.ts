import type { Profile } from '#contract/people/profile.ts';

const own: Profile['user'] = {
  userId: 7,
  username: 'zhang',
  nickName: '张工',
  phone: '13900000000',
  email: '',
  companyTitle: '示例客户公司',
  taxNumber: '',
  address: '',
  avatar: '',
  deptId: 2,
  deptName: '客户一部',
  dept: { deptId: 1, deptName: '' },
  roleIds: [],
  version: 4,
};
/** The customer's profile in the page tests. */
export const buildProfile = (overrides: Partial<Profile['user']> = {}): Profile => ({
  user: { ...own, ...overrides },
  roles: [{ roleId: 4, roleKey: 'customer', roleName: '客户' }],
  posts: [],
});
