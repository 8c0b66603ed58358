import { sql } from 'drizzle-orm';
import { bigint, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { serial, time } from './columns.ts';

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
    /** The `code` in the body of the response. */
    code: integer('code').notNull(),
    msg: text('msg').notNull(),
    /** "1" success, "2" failure, as in the API. */
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
