import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ViewSet } from '#contract/system/list-views.ts';
import { audit, listColumns, notDeleted, reference, serial, softDelete } from './columns.ts';

export const depts = pgTable('sys_dept', {
  deptId: serial('dept_id').primaryKey(),
  parentId: integer('parent_id').notNull().default(0),
  /** `/0/1/7/`: ids from the root down to this one. */
  deptPath: text('dept_path').notNull(),
  deptName: text('dept_name').notNull(),
  sort: integer('sort').notNull().default(0),
  leader: text('leader').notNull().default(''),
  /** The salesperson of this customer company: data scope 6 includes the company and its child departments. */
  salespersonId: integer('salesperson_id'),
  /** Default invoice data and address of its buyers. */
  companyTitle: text('company_title').notNull().default(''),
  taxNumber: text('tax_number').notNull().default(''),
  address: text('address').notNull().default(''),
  /** The departments below this one are customer companies. */
  holdsCompanies: boolean('holds_companies').notNull().default(false),
  phone: text('phone').notNull().default(''),
  email: text('email').notNull().default(''),
  /** 2 on, 1 off. */
  status: smallint('status').notNull().default(2),
  ...audit,
  ...softDelete,
});

export const posts = pgTable(
  'sys_post',
  {
    postId: serial('post_id').primaryKey(),
    postName: text('post_name').notNull(),
    postCode: text('post_code').notNull(),
    ...listColumns,
  },
  (t) => [
    uniqueIndex('sys_post_code').on(t.postCode).where(notDeleted),
    index('sys_post_list').on(t.sort, t.postId).where(notDeleted),
  ],
);

export const users = pgTable(
  'sys_user',
  {
    userId: serial('user_id').primaryKey(),
    username: text('username').notNull(),
    /** Normalised for throttling and the unique index: NFKC, trimmed, lower case. */
    usernameKey: text('username_key').notNull(),
    nickName: text('nick_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    sex: text('sex').notNull().default('2'),
    /** Hashes of pictures in `image`; empty: none. */
    avatar: text('avatar').notNull().default(''),
    seal: text('seal').notNull().default(''),
    /** Invoice data: name, tax number and address of the company. */
    companyTitle: text('company_title').notNull().default(''),
    taxNumber: text('tax_number').notNull().default(''),
    address: text('address').notNull().default(''),
    deptId: integer('dept_id').references(() => depts.deptId),
    /** "2" on, "1" off. */
    status: text('status').notNull().default('2'),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_user_name').on(t.usernameKey).where(notDeleted),
    index('sys_user_dept').on(t.deptId),
  ],
);

export const roles = pgTable(
  'sys_role',
  {
    roleId: serial('role_id').primaryKey(),
    roleKey: text('role_key').notNull(),
    roleName: text('role_name').notNull(),
    roleSort: integer('role_sort').notNull().default(0),
    /** Has the permission `*:*:*`. */
    admin: boolean('admin').notNull().default(false),
    /**
     * 1 all, 2 chosen departments, 3 own department, 4 own department and below, 5 own records, 6 companies of which the
     * user is the salesperson and own records; any other value shows nothing.
     */
    dataScope: text('data_scope').notNull().default('5'),
    /** Largest discount in percent that its users may give without approval; null: any. */
    discountLimit: doublePrecision('discount_limit'),
    status: text('status').notNull().default('2'),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_role_key').on(t.roleKey).where(notDeleted),
    index('sys_role_list').on(t.roleSort, t.roleId).where(notDeleted),
  ],
);

export const menus = pgTable(
  'sys_menu',
  {
    menuId: serial('menu_id').primaryKey(),
    parentId: integer('parent_id').notNull().default(0),
    /** `/0/2/3`: ids from the root down to this one. */
    paths: text('paths').notNull(),
    menuName: text('menu_name').notNull(),
    title: text('title').notNull(),
    icon: text('icon').notNull().default(''),
    path: text('path').notNull().default(''),
    /** M directory, C page, F button. */
    menuType: text('menu_type').notNull(),
    permission: text('permission').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    /** "0" shown, "1" hidden. */
    visible: text('visible').notNull().default('0'),
    ...audit,
    ...softDelete,
  },
  (t) => [index('sys_menu_parent').on(t.parentId)],
);

/** A user's saved views of a list of the back office, by the list's name. */
export const listViews = pgTable(
  'list_view',
  {
    userId: reference('user_id', () => users.userId),
    list: text('list').notNull(),
    views: jsonb('views').$type<ViewSet>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list] })],
);

export const userRoles = pgTable(
  'sys_user_role',
  {
    userId: reference('user_id', () => users.userId),
    roleId: reference('role_id', () => roles.roleId),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index('sys_user_role_role').on(t.roleId)],
);

export const userPosts = pgTable(
  'sys_user_post',
  {
    userId: reference('user_id', () => users.userId),
    postId: reference('post_id', () => posts.postId),
  },
  (t) => [primaryKey({ columns: [t.userId, t.postId] }), index('sys_user_post_post').on(t.postId)],
);

export const roleMenus = pgTable(
  'sys_role_menu',
  {
    roleId: reference('role_id', () => roles.roleId),
    menuId: reference('menu_id', () => menus.menuId),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.menuId] }), index('sys_role_menu_menu').on(t.menuId)],
);

export const roleDepts = pgTable(
  'sys_role_dept',
  {
    roleId: reference('role_id', () => roles.roleId),
    deptId: reference('dept_id', () => depts.deptId),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.deptId] })],
);
