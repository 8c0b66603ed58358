import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { MaterialStatus } from '#domain/material-status.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { PartItem, PriceTrace } from '#domain/pricing/types.ts';

/*
 * Every table of the product. Money is whole fen; times are UTC with offset, to the millisecond.
 * Editable records have a `version`; records that others refer to are soft-deleted.
 */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const serial = (name: string) => integer(name).generatedAlwaysAsIdentity();
const fen = (name: string) => bigint(name, { mode: 'number' });

const audit = {
  version: integer('version').notNull().default(1),
  createBy: integer('create_by').notNull().default(0),
  updateBy: integer('update_by').notNull().default(0),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
};
const softDelete = { deletedAt: time('deleted_at') };

// People and permissions

export const depts = pgTable('sys_dept', {
  deptId: serial('dept_id').primaryKey(),
  parentId: integer('parent_id').notNull().default(0),
  /** `/0/1/7/`: ids from the root down to this one. */
  deptPath: text('dept_path').notNull(),
  deptName: text('dept_name').notNull(),
  sort: integer('sort').notNull().default(0),
  leader: text('leader').notNull().default(''),
  phone: text('phone').notNull().default(''),
  email: text('email').notNull().default(''),
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
    sort: integer('sort').notNull().default(0),
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_post_code')
      .on(t.postCode)
      .where(sql`deleted_at is null`),
    index('sys_post_list')
      .on(t.sort, t.postId)
      .where(sql`deleted_at is null`),
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
    uniqueIndex('sys_user_name')
      .on(t.usernameKey)
      .where(sql`deleted_at is null`),
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
    /** Holds `*:*:*`. */
    admin: boolean('admin').notNull().default(false),
    /** 1 all, 2 chosen departments, 3 own, 4 own and below, 5 own records; any other value shows nothing. */
    dataScope: text('data_scope').notNull().default('5'),
    status: text('status').notNull().default('2'),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_role_key')
      .on(t.roleKey)
      .where(sql`deleted_at is null`),
    index('sys_role_list')
      .on(t.roleSort, t.roleId)
      .where(sql`deleted_at is null`),
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
    menuType: text('menu_type').notNull(),
    permission: text('permission').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    visible: text('visible').notNull().default('0'),
    ...audit,
    ...softDelete,
  },
  (t) => [index('sys_menu_parent').on(t.parentId)],
);

export const userRoles = pgTable(
  'sys_user_role',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index('sys_user_role_role').on(t.roleId)],
);

export const userPosts = pgTable(
  'sys_user_post',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    postId: integer('post_id')
      .notNull()
      .references(() => posts.postId),
  },
  (t) => [primaryKey({ columns: [t.userId, t.postId] }), index('sys_user_post_post').on(t.postId)],
);

export const roleMenus = pgTable(
  'sys_role_menu',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId),
    menuId: integer('menu_id')
      .notNull()
      .references(() => menus.menuId),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.menuId] }), index('sys_role_menu_menu').on(t.menuId)],
);

export const roleDepts = pgTable(
  'sys_role_dept',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.roleId),
    deptId: integer('dept_id')
      .notNull()
      .references(() => depts.deptId),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.deptId] })],
);

export const sessions = pgTable(
  'session',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of the token, hex: the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    /** The idle limit: extended while the session is used. */
    idleUntil: time('idle_until').notNull(),
    /** The absolute limit. */
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('session_token').on(t.tokenHash),
    index('session_user').on(t.userId),
    index('session_expiry').on(t.expiresAt),
  ],
);

/** Unlogged: after a crash a captcha is simply requested again. */
export const captchas = pgTable('captcha', {
  id: text('id').primaryKey(),
  answer: text('answer').notNull(),
  expiresAt: time('expires_at').notNull(),
});

/** Unlogged. Counts of failures and requests by key, for throttling across replicas. */
export const throttles = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** The start of the window, or the last failure. */
  since: time('since').notNull(),
  blockedUntil: time('blocked_until'),
});

/** Second factors by user; an unconfirmed secret is not yet required at sign-in. */
export const secondFactors = pgTable('second_factor', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.userId),
  /** Base32, as on the device: a code cannot be checked against a hash. */
  secret: text('secret').notNull(),
  confirmedAt: time('confirmed_at'),
  /** The latest 30 s period with an accepted code: each code is accepted once. */
  lastStep: integer('last_step').notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_code',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    /** SHA-256 of the code, hex. */
    codeHash: text('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Unlogged. Sign-ins with a correct password that still need a code. */
export const loginTickets = pgTable(
  'login_ticket',
  {
    /** SHA-256 of the ticket, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    tries: integer('tries').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('login_ticket_user').on(t.userId), index('login_ticket_expiry').on(t.expiresAt)],
);

/** Unlogged. Issued to unknown devices once an account has had many wrong passwords; each is valid for one attempt. */
export const loginChallenges = pgTable(
  'login_challenge',
  {
    id: text('id').primaryKey(),
    /** The user name as typed, normalized; there may be no such user. */
    usernameKey: text('username_key').notNull(),
    /** The address that asked for it, as it is counted. */
    address: text('address').notNull(),
    answer: integer('answer').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('login_challenge_expiry').on(t.expiresAt)],
);

/** Browsers that have signed a user in; a change of the password forgets them. */
export const knownDevices = pgTable(
  'known_device',
  {
    /** SHA-256 of the device's token, hex. */
    tokenHash: text('token_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tokenHash] }),
    index('known_device_token').on(t.tokenHash),
    index('known_device_use').on(t.lastUsedAt),
  ],
);

// Settings and dictionaries

export const configs = pgTable(
  'sys_config',
  {
    id: serial('id').primaryKey(),
    configName: text('config_name').notNull(),
    configKey: text('config_key').notNull(),
    configValue: text('config_value').notNull(),
    configType: text('config_type').notNull().default('Y'),
    /** "1": readable without a session. */
    isFrontend: text('is_frontend').notNull().default('0'),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_config_key')
      .on(t.configKey)
      .where(sql`deleted_at is null`),
  ],
);

export const dictTypes = pgTable(
  'sys_dict_type',
  {
    id: serial('id').primaryKey(),
    dictName: text('dict_name').notNull(),
    dictType: text('dict_type').notNull(),
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_dict_type_type')
      .on(t.dictType)
      .where(sql`deleted_at is null`),
  ],
);

export const dictData = pgTable(
  'sys_dict_data',
  {
    dictCode: serial('dict_code').primaryKey(),
    dictSort: integer('dict_sort').notNull().default(0),
    dictLabel: text('dict_label').notNull(),
    dictValue: text('dict_value').notNull(),
    dictType: text('dict_type').notNull(),
    cssClass: text('css_class').notNull().default(''),
    listClass: text('list_class').notNull().default(''),
    isDefault: text('is_default').notNull().default('N'),
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_dict_data_value')
      .on(t.dictType, t.dictValue)
      .where(sql`deleted_at is null`),
    index('sys_dict_data_list')
      .on(t.dictType, t.dictSort, t.dictCode)
      .where(sql`deleted_at is null`),
  ],
);

// Catalogue. Every write first locks and advances the row `catalogue` of `revision` (see modules/catalogue).

export const revisions = pgTable('revision', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
  changedAt: time('changed_at').notNull(),
});

/** One row per table of records; a trigger advances it with every write (migration 0010). Cached counts depend on it. */
export const tableRevisions = pgTable('table_revision', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
});

export const materials = pgTable(
  'material',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    materialTag: text('material_tag').notNull(),
    density: doublePrecision('density').notNull().default(0),
    length: doublePrecision('length').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    speed: doublePrecision('speed').notNull(),
    sort: integer('sort').notNull().default(0),
    remark: text('remark').notNull().default(''),
    /** Only for those who edit materials. */
    staffNote: text('staff_note').notNull().default(''),
    status: text('status').$type<MaterialStatus>().notNull().default('onSale'),
    /** Options that are priced by hand: they need no price and are not offered. */
    manualOptions: integer('manual_options')
      .array()
      .notNull()
      .default(sql`'{}'`),
    ...audit,
    ...softDelete,
  },
  (t) => [
    index('material_updated').on(t.updatedAt),
    index('material_list')
      .on(t.sort, t.id)
      .where(sql`deleted_at is null`),
  ],
);

export const processes = pgTable(
  'process',
  {
    id: serial('id').primaryKey(),
    parentId: integer('parent_id').notNull().default(0),
    /** The root of its tree: itself for a root. */
    rootId: integer('root_id').notNull(),
    name: text('name').notNull(),
    sort: integer('sort').notNull().default(0),
    filterType: smallint('filter_type').notNull().default(0),
    materialIds: integer('material_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    remark: text('remark').notNull().default(''),
    /** Only for those who edit processes. */
    staffNote: text('staff_note').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [index('process_root').on(t.rootId), index('process_updated').on(t.updatedAt)],
);

export const materialProcesses = pgTable(
  'material_process',
  {
    materialId: integer('material_id')
      .notNull()
      .references(() => materials.id),
    processId: integer('process_id')
      .notNull()
      .references(() => processes.id),
    priceFen: fen('price_fen').notNull(),
    /** Days. */
    time: doublePrecision('time').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.materialId, t.processId] }),
    index('material_process_process').on(t.processId),
  ],
);

export const machiningPrices = pgTable(
  'machining_price',
  {
    id: serial('id').primaryKey(),
    materialTag: text('material_tag').notNull(),
    /** 0: the system's price; otherwise agreed with this company. */
    deptId: integer('dept_id').notNull().default(0),
    priceFen: fen('price_fen').notNull(),
    ...audit,
  },
  (t) => [uniqueIndex('machining_price_tag').on(t.deptId, t.materialTag)],
);

export const defaultConfigs = pgTable(
  'default_config',
  {
    id: serial('id').primaryKey(),
    /** `system` with owner 0, `company` with a department's id, `user` with a user's id. */
    scope: text('scope').notNull(),
    ownerId: integer('owner_id').notNull().default(0),
    item: jsonb('item').$type<PartItem>().notNull(),
    ...audit,
  },
  (t) => [uniqueIndex('default_config_owner').on(t.scope, t.ownerId)],
);

/** The changes of a file, waiting to be applied. */
export const importDrafts = pgTable('import_draft', {
  token: text('token').primaryKey(),
  /** What they change: the price table, or records of a resource. */
  resource: text('resource').notNull().default('price-table'),
  userId: integer('user_id').notNull(),
  changes: jsonb('changes').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

// Quotations and orders

/** One row per day, advanced in the order's transaction, so that numbers have no gap. */
export const orderCounters = pgTable('order_counter', {
  day: text('day').primaryKey(),
  last: integer('last').notNull(),
});

export const orders = pgTable(
  'orders',
  {
    id: serial('id').primaryKey(),
    orderNo: text('order_no').notNull(),
    revision: integer('revision').notNull().default(1),
    /** Changed only by order moves. */
    status: text('status').$type<OrderStatus>().notNull(),
    totalFen: fen('total_fen').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    promisedDate: text('promised_date').notNull(),
    /** Staff have set the date: placing keeps it. */
    isDateByHand: boolean('is_date_by_hand').notNull().default(false),
    validUntil: time('valid_until').notNull(),
    itemCount: integer('item_count').notNull(),
    pieceCount: integer('piece_count').notNull(),
    summary: text('summary').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    /** The company of the order: the user's department on that day. */
    deptId: integer('dept_id'),
    /** The customer as of that day. */
    customer: jsonb('customer').$type<CustomerAsOrdered>().notNull(),
    contactName: text('contact_name').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    address: text('address').notNull().default(''),
    remark: text('remark').notNull().default(''),
    /** The shop's internal note, never shown to the customer. */
    staffNote: text('staff_note').notNull().default(''),
    /** The catalogue revision of its prices. */
    catalogueRevision: bigint('catalogue_revision', { mode: 'number' }).notNull(),
    /** When the current revision was made; null for the first. */
    revisedAt: time('revised_at'),
    placedAt: time('placed_at'),
    shippedAt: time('shipped_at'),
    ...audit,
  },
  (t) => [
    uniqueIndex('orders_no').on(t.orderNo),
    index('orders_user').on(t.userId, t.createdAt, t.id),
    index('orders_dept').on(t.deptId, t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt, t.id),
    index('orders_price').on(t.totalFen, t.id),
    index('orders_status_price').on(t.status, t.totalFen, t.id),
    index('orders_status_due').on(t.status, t.promisedDate, t.id),
    // Covers every filter and sort column of lists and every sum of dashboards: index-only scans in any combination.
    index('orders_list').on(
      t.createdAt,
      t.id,
      t.status,
      t.userId,
      t.deptId,
      t.totalFen,
      t.promisedDate,
      t.placedAt,
      t.orderNo,
      t.revision,
    ),
    index('orders_due').on(t.promisedDate, t.id, t.status, t.userId, t.deptId),
    index('orders_open')
      .on(t.promisedDate, t.id)
      .where(sql`status in ('placed', 'confirmed', 'producing', 'inspecting')`),
    // Quotations that expire soon, for the home page of the back office.
    index('orders_expiring')
      .on(t.validUntil, t.id, t.userId, t.deptId)
      .where(sql`status = 'quoted'`),
    // Tells with one lookup whether a user ordered within a period.
    index('orders_customer')
      .on(t.userId, t.createdAt, t.deptId)
      .where(sql`placed_at is not null and status <> 'cancelled'`),
  ],
);

/**
 * Orders as they were (sign -1) and as they became (sign 1), written by triggers on `orders` with each change and folded
 * into the sums below by a job. What dashboards and counts show is the sums and these rows together.
 */
export const orderChanges = pgTable('order_change', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  sign: smallint('sign').notNull(),
  orderId: integer('order_id').notNull(),
  revision: integer('revision').notNull(),
  status: text('status').$type<OrderStatus>().notNull(),
  totalFen: fen('total_fen').notNull(),
  promisedDate: text('promised_date').notNull(),
  userId: integer('user_id').notNull(),
  deptId: integer('dept_id'),
  createdAt: time('created_at').notNull(),
  placedAt: time('placed_at'),
  shippedAt: time('shipped_at'),
});

/** What a row of sums covers: the whole shop or one company, and a Shanghai day or the month that starts on it. */
const grain = {
  /** `shop/day`, `company/day`, `shop/month` or `company/month`. */
  grain: text('grain').notNull(),
  /** 0 for the whole shop and for users without a company. */
  deptId: integer('dept_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
};
const sum = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Orders by creation day (quotations, orders, fen), promised day (due, open) and shipping day (the other sums). */
export const orderDaySums = pgTable(
  'order_day_sum',
  {
    ...grain,
    quotations: sum('quotations'),
    orders: sum('orders'),
    fen: sum('fen'),
    due: sum('due'),
    open: sum('open'),
    shipped: sum('shipped'),
    late: sum('late'),
    promisedDays: sum('promised_days'),
    actualDays: sum('actual_days'),
  },
  (t) => [
    primaryKey({ columns: [t.grain, t.deptId, t.day] }),
    index('order_day_sum_day').on(t.grain, t.day, t.deptId),
    index('order_day_sum_open')
      .on(t.grain, t.deptId, t.day)
      .where(sql`open <> 0`),
  ],
);

/** Materials of placed orders by the order's creation day. Companies have months only. */
export const orderMaterialSums = pgTable(
  'order_material_sum',
  {
    ...grain,
    materialName: text('material_name').notNull(),
    pieces: sum('pieces'),
    fen: sum('fen'),
    orders: sum('orders'),
  },
  (t) => [primaryKey({ columns: [t.grain, t.deptId, t.day, t.materialName] })],
);

/** Orders of a user, as a member of a company, by status. */
export const orderStatusSums = pgTable(
  'order_status_sum',
  {
    userId: integer('user_id').notNull(),
    deptId: integer('dept_id').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    count: sum('count'),
    fen: sum('fen'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.deptId, t.status] }),
    index('order_status_sum_dept').on(t.deptId),
  ],
);

export interface CustomerAsOrdered {
  username: string;
  nickName: string;
  phone: string;
  email: string;
  companyTitle: string;
  deptName: string;
  /** Missing in orders created before this field existed. */
  taxNumber?: string;
}

export interface SoldProcess {
  processId: number;
  processName: string;
  optionId: number;
  optionName: string;
  price: number;
  time: number;
}

export const orderItems = pgTable(
  'order_item',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    revision: integer('revision').notNull().default(1),
    lineNo: integer('line_no').notNull(),
    name: text('name').notNull(),
    materialId: integer('material_id')
      .notNull()
      .references(() => materials.id),
    materialName: text('material_name').notNull(),
    materialTag: text('material_tag').notNull(),
    num: integer('num').notNull(),
    length: doublePrecision('length').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    remark: text('remark').notNull().default(''),
    processes: jsonb('processes').$type<SoldProcess[]>().notNull(),
    unitPriceFen: fen('unit_price_fen').notNull(),
    subTotalFen: fen('sub_total_fen').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    trace: jsonb('trace').$type<PriceTrace>().notNull(),
  },
  (t) => [
    // Includes name, pieces and sum (migration 0008), which dashboards add up.
    uniqueIndex('order_item_line').on(t.orderId, t.revision, t.lineNo),
    index('order_item_material').on(t.materialName, t.orderId, t.revision, t.num, t.subTotalFen),
  ],
);

/** The values of `orders` that a later revision replaced; its items stay in `order_item`. */
export const orderRevisions = pgTable(
  'order_revision',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    revision: integer('revision').notNull(),
    totalFen: fen('total_fen').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    promisedDate: text('promised_date').notNull(),
    validUntil: time('valid_until').notNull(),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    address: text('address').notNull(),
    remark: text('remark').notNull(),
    /** When the revision was made, and when and by whom it was replaced. */
    createdAt: time('created_at').notNull(),
    replacedAt: time('replaced_at').notNull(),
    replacedBy: integer('replaced_by')
      .notNull()
      .references(() => users.userId),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.revision] })],
);

/** A link that shows one revision to its bearer, until it expires or is revoked. */
export const quotationShares = pgTable(
  'quotation_share',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    revision: integer('revision').notNull(),
    /** SHA-256 of the link's token, hex: the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.userId),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    viewCount: integer('view_count').notNull().default(0),
    lastViewedAt: time('last_viewed_at'),
  },
  (t) => [uniqueIndex('quotation_share_token').on(t.tokenHash), index('quotation_share_order').on(t.orderId)],
);

export const orderHistory = pgTable(
  'order_history',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    from: text('from_status'),
    to: text('to_status').notNull(),
    reason: text('reason').notNull().default(''),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    userName: text('user_name').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [index('order_history_order').on(t.orderId)],
);

/** The content of an issued revision: immutable except for the file, which is set once. */
export const quotationDocuments = pgTable(
  'quotation_document',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    revision: integer('revision').notNull(),
    code: text('code').notNull(),
    /** Canonical JSON, exactly the bytes that were hashed. */
    snapshot: text('snapshot').notNull(),
    hash: text('hash').notNull(),
    verifyUrl: text('verify_url').notNull(),
    pdf: bytes('pdf'),
    /** The archived copy in the file store, from the moment the order is placed. */
    fileId: integer('file_id').references((): AnyPgColumn => files.id),
    issuedBy: integer('issued_by')
      .notNull()
      .references(() => users.userId),
    issuedAt: time('issued_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.revision] }),
    uniqueIndex('quotation_document_code').on(t.code),
  ],
);

// Files and pictures

/** Uploads and archived documents: the row here, the bytes in the file store under `key`. */
export const files = pgTable(
  'file',
  {
    id: serial('id').primaryKey(),
    /** Generated; the sender's file name is only displayed. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** Media type, detected from the content. */
    type: text('type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256, hexadecimal. */
    hash: text('hash').notNull(),
    /** Key of the thumbnail, for images. */
    thumbnailKey: text('thumbnail_key'),
    /** `upload`: sent by its owner; `document`: archived by the server for its owner. */
    kind: text('kind').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.userId),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('file_key').on(t.key),
    index('file_owner').on(t.ownerId, t.createdAt),
    index('file_created').on(t.createdAt),
  ],
);

/** The files of a part, by revision, so that a revision keeps the files it was quoted with. */
export const orderItemFiles = pgTable(
  'order_item_file',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    revision: integer('revision').notNull(),
    lineNo: integer('line_no').notNull(),
    fileId: integer('file_id')
      .notNull()
      .references(() => files.id),
    place: integer('place').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.revision, t.lineNo, t.fileId] }),
    index('order_item_file_file').on(t.fileId),
  ],
);

/**
 * Small pictures redrawn by the server (seals, avatars), by the hash of their bytes; issued documents refer to them.
 */
export const images = pgTable('image', {
  /** SHA-256, hexadecimal. */
  hash: text('hash').primaryKey(),
  png: bytes('png').notNull(),
  createdAt: time('created_at').notNull(),
});

// Notifications

export const notifications = pgTable(
  'notification',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    /** A `NotificationKind`. */
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    orderId: integer('order_id').references(() => orders.id),
    /** Unique per user: a second notification with the same key is not inserted. */
    onceKey: text('once_key'),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (t) => [
    index('notification_user').on(t.userId, t.id),
    index('notification_unread')
      .on(t.userId)
      .where(sql`read_at is null`),
    uniqueIndex('notification_once').on(t.userId, t.onceKey),
    index('notification_created').on(t.createdAt),
  ],
);

/** Mail waiting to be sent, written in the transaction of its notification. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: serial('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: time('created_at').notNull(),
    nextTryAt: time('next_try_at').notNull(),
    tries: integer('tries').notNull().default(0),
    sentAt: time('sent_at'),
    /** The mail server's last error. */
    failure: text('failure').notNull().default(''),
  },
  (t) => [
    index('mail_outbox_due')
      .on(t.nextTryAt)
      .where(sql`sent_at is null`),
    index('mail_outbox_created').on(t.createdAt),
  ],
);

/** Written in the order's transaction: the same key answers the same order again. */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_key_created').on(t.createdAt)],
);

// Logs

export const loginLogs = pgTable(
  'sys_login_log',
  {
    id: serial('id').primaryKey(),
    username: text('username').notNull(),
    userId: integer('user_id'),
    /** "2" success, "1" failure. */
    status: text('status').notNull(),
    ipaddr: text('ipaddr').notNull(),
    userAgent: text('user_agent').notNull(),
    msg: text('msg').notNull(),
    loginTime: time('login_time').notNull().defaultNow(),
  },
  // Where the extension pg_trgm is available, a migration adds indexes for the text filters.
  (t) => [
    index('sys_login_log_time').on(t.loginTime, t.id),
    index('sys_login_log_status').on(t.status, t.loginTime, t.id),
  ],
);

export const operationLogs = pgTable(
  'sys_opera_log',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    title: text('title').notNull(),
    permission: text('permission').notNull(),
    requestMethod: text('request_method').notNull(),
    operUrl: text('oper_url').notNull(),
    operName: text('oper_name').notNull(),
    userId: integer('user_id'),
    operIp: text('oper_ip').notNull(),
    userAgent: text('user_agent').notNull(),
    /** Envelope code of the answer. */
    code: integer('code').notNull(),
    msg: text('msg').notNull(),
    /** "1" success, "2" failure, as the wire has it. */
    status: text('status').notNull(),
    requestId: text('request_id').notNull(),
    latencyMs: doublePrecision('latency_ms').notNull(),
    /** `{field: [before, after]}` of the changes, and the ids concerned; never a secret. */
    changes: jsonb('changes'),
    operTime: time('oper_time').notNull().defaultNow(),
  },
  (t) => [
    index('sys_opera_log_time').on(t.operTime, t.id),
    index('sys_opera_log_user').on(t.userId, t.operTime, t.id),
    index('sys_opera_log_title').on(t.title, t.operTime, t.id),
    index('sys_opera_log_code').on(t.code, t.operTime, t.id),
    index('sys_opera_log_method').on(t.requestMethod, t.operTime, t.id),
    index('sys_opera_log_latency').on(t.latencyMs, t.operTime, t.id),
    index('sys_opera_log_failed')
      .on(t.operTime, t.id)
      .where(sql`status = '2'`),
  ],
);
