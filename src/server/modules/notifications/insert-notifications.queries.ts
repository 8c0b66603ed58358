import { sql, type SQL } from 'drizzle-orm';
import { ALL_PERMISSIONS } from '#domain/permissions.ts';
import { NO_DISCOUNT_LIMIT } from '#domain/pricing/reduction.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { PRICING_PERMISSIONS } from '#server/modules/access/access.service.ts';
import type { NewNotification } from './notification-texts.ts';

/**
 * Every server process listens on this channel for the ids of users whose notifications changed. It keeps its
 * original name, so that old and new processes understand each other during a rolling upgrade.
 */
export const NOTIFICATION_CHANNEL = 'quotemill_news';

/** Users with this permission count as staff, as in the table of order moves. */
const HANDLE_PERMISSION: PermissionCode = 'mfr:order:handle';

/** Selects recipients among the users who may see an order; default: all who handle orders. */
interface Audience {
  permission?: PermissionCode;
  /** Limits them to users who may give a discount of this percentage. */
  percent?: number;
}

/** Unread notifications per recipient about messages of one order; more would add nothing. */
const MAX_UNREAD_MESSAGES = 10;

export interface InsertedNotification {
  userId: number;
  orderId: number;
}

/**
 * Inserts notifications and, when the transaction commits, signals the processes with the recipients' streams. Resolves
 * with those inserted. Skips a `onceKey` that the recipient already has, and a message notification while ten about the
 * same order are unread.
 */
export function insertNotifications(
  db: Db,
  notifications: readonly (Omit<NewNotification, 'orderId'> & { userId: number; orderId: number | null })[],
  now: Date,
): Promise<InsertedNotification[]> {
  return insert(db, sql`select * from new_notification`, notifications, now);
}

/** Notifies all staff of this audience who may see the order, except the user who caused the notification. */
export function insertStaffNotifications(
  db: Db,
  notifications: readonly (NewNotification & { exceptUserId: number })[],
  now: Date,
  { permission = HANDLE_PERMISSION, percent = 0 }: Audience = {},
): Promise<InsertedNotification[]> {
  const recipients = sql`
    select handler.user_id, n.kind, n.title, n.body, n.order_id, n.once_key
    from new_notification n
    join orders o on o.id = n.order_id
    join handler on handler.user_id <> n.except_user_id and handler.discount_limit >= ${percent} and (
      handler.sees_all
      or handler.sees_own and o.user_id = handler.user_id
      or handler.sees_dept and o.dept_id = handler.dept_id
      or handler.sees_below and exists (
        select from sys_dept d where d.dept_id = o.dept_id
          and (d.dept_id = handler.dept_id or d.dept_path like '%/' || handler.dept_id || '/%')
      )
      or handler.sells and exists (
        select from sys_dept d join sys_dept company on d.dept_path like '%/' || company.dept_id || '/%'
        where d.dept_id = o.dept_id and company.salesperson_id = handler.user_id
      )
      or exists (
        select from sys_role_dept rd where rd.dept_id = o.dept_id and rd.role_id = any(handler.choosing_roles)
      )
    )`;
  return insert(db, recipients, notifications, now, sql`${selectHandlers(permission)},`);
}

/*
 * Selects the users with a permission, and the data scopes and discount limits of their roles. The rules of `loadGrant`
 * as one query, because it runs inside order transactions. Permission and scope may come from different roles.
 */
const selectHandlers = (permission: PermissionCode) => sql`
  enabled_role as (
    select r.*, case
      when r.admin or ${ALL_PERMISSIONS} = any(codes) then ${NO_DISCOUNT_LIMIT}
      when codes && ${sql.param([...PRICING_PERMISSIONS])}::text[] then coalesce(r.discount_limit, ${NO_DISCOUNT_LIMIT})
      else 0 end as limit_percent
    from sys_role r cross join lateral (
      select coalesce(array_agg(m.permission), '{}') as codes
      from sys_role_menu rm join sys_menu m on m.menu_id = rm.menu_id
      where rm.role_id = r.role_id and m.deleted_at is null
    ) as granted where r.status = '2' and r.deleted_at is null
  ), holder as (
    select distinct ur.user_id
    from enabled_role r join sys_user_role ur on ur.role_id = r.role_id
    where r.admin or exists (
      select from sys_role_menu rm join sys_menu m on m.menu_id = rm.menu_id
      where rm.role_id = r.role_id and m.deleted_at is null and m.permission in (${permission}, '*:*:*')
    )
  ), handler as (
    select u.user_id, u.dept_id,
      bool_or(r.admin or r.data_scope = '1') as sees_all,
      bool_or(r.data_scope in ('5', '6')) as sees_own,
      bool_or(r.data_scope = '6') as sells,
      bool_or(r.data_scope = '3') as sees_dept,
      bool_or(r.data_scope = '4') as sees_below,
      max(r.limit_percent) as discount_limit,
      array_agg(r.role_id) filter (where r.data_scope = '2') as choosing_roles
    from holder
    join sys_user u on u.user_id = holder.user_id and u.status = '2' and u.deleted_at is null
    join sys_user_role ur on ur.user_id = u.user_id
    join enabled_role r on r.role_id = ur.role_id
    group by u.user_id, u.dept_id
  )`;

async function insert(
  db: Db,
  recipients: SQL,
  notifications: readonly object[],
  now: Date,
  firstQueries = sql``,
) {
  if (notifications.length === 0) return [];
  const { rows } = await db.execute<{ userId: number; orderId: number }>(sql`
    with new_notification as (
      select * from jsonb_to_recordset(${JSON.stringify(notifications.map(toColumns))}::jsonb) as (
        user_id int, except_user_id int, kind text, title text, body text, order_id int, once_key text
      )
    ), ${firstQueries} inserted as (
      insert into notification (user_id, kind, title, body, order_id, once_key, created_at)
      select user_id, kind, title, body, order_id, once_key, ${now.toISOString()}::timestamptz
      from (${recipients}) as recipient
      where kind <> 'order_message' or ${MAX_UNREAD_MESSAGES} > (
        select count(*) from notification as unread
        where unread.user_id = recipient.user_id and unread.order_id = recipient.order_id
          and unread.kind = 'order_message' and unread.read_at is null
      )
      order by user_id, order_id
      on conflict (user_id, once_key) do nothing
      returning user_id, order_id
    )
    select user_id as "userId", order_id as "orderId", pg_notify(${NOTIFICATION_CHANNEL}, user_id::text)
    from inserted`);
  return rows.map(({ userId, orderId }) => ({ userId, orderId }));
}

const toColumns = (
  notification: Partial<
    Omit<NewNotification, 'orderId'> & { userId: number; exceptUserId: number; orderId: number | null }
  >,
) => ({
  user_id: notification.userId,
  except_user_id: notification.exceptUserId,
  kind: notification.kind,
  title: notification.title,
  body: notification.body,
  order_id: notification.orderId,
  once_key: notification.onceKey,
});
