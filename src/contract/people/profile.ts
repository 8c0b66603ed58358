import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { optionalText, personName, phone, version } from '../kernel/fields.ts';

const email = optionalText('邮箱', 100).check(
  z.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: '邮箱的格式不正确' }),
);
/** 18 characters according to GB 32100; older numbers have 15, and those of individuals up to 20. */
const taxNumber = optionalText('税号', 20).check(
  z.regex(/^$|^[0-9A-Z]{15,20}$/, { error: '税号应为 15 到 20 位数字或大写字母' }),
);

/** The fields that users may edit in their own profile, and administrators for every user. */
export const personFields = {
  nickName: personName('姓名', { max: 60 }),
  phone: phone('电话'),
  email,
  companyTitle: optionalText('开票抬头', 100),
  taxNumber,
  address: optionalText('地址', 200),
};

/** The fields that users see of themselves, and administrators of every user. */
export const personData = {
  userId: z.number(),
  username: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  companyTitle: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  /** 256 × 256, as a data URI; may be empty. */
  avatar: z.string(),
  deptId: z.nullable(z.number()),
  deptName: z.string(),
  /** `dept` and `roleIds` as in go-admin. */
  dept: z.nullable(z.object({ deptId: z.number(), deptName: z.string() })),
  roleIds: z.array(z.number()),
};

const profileData = z.object({
  user: z.object({ ...personData, version: z.number() }),
  roles: z.array(z.object({ roleId: z.number(), roleKey: z.string(), roleName: z.string() })),
  posts: z.array(z.object({ postId: z.number(), postName: z.string() })),
});
export type Profile = z.output<typeof profileData>;

/**
 * Rejects all other fields, even read-only ones of the record; accepting an id or role would suggest that it can be
 * edited. All fields are required, so that an outdated client cannot clear one.
 */
export const profileEdit = z.strictObject({ ...personFields, version });
export type ProfileEdit = z.output<typeof profileEdit>;

/** The caller's own record; neither the URL nor the body has an id. */
export const profile = {
  read: {
    method: 'GET',
    path: '/user/profile',
    summary: '个人资料',
    permission: 'session',
    data: profileData,
  },
  update: {
    method: 'PUT',
    path: '/user/profile',
    summary: '修改个人资料',
    permission: 'session',
    msg: '资料已保存',
    body: profileEdit,
    data: profileData,
  },
} as const satisfies Endpoints;
