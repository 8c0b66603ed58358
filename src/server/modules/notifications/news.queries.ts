import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import type { News } from './news-texts.ts';

/** On which every server process hears `<user id>:<notification id>`; id 0: what was known has changed. */
export const NEWS_CHANNEL = 'quotemill_news';

/** Which permission makes somebody the shop, as in the table of moves. */
const HANDLE = 'mfr:order:handle';

/** A piece of news for one person. */
export interface Told {
  userId: number;
  orderId: number;
}

/**
 * Tells the people named beside each piece of news, and wakes the processes that have them on the line when the
 * transaction commits. Resolves with whom it was news to: a key that one has had before adds nothing.
 */
export function insertNews(
  db: Db,
  news: readonly (Omit<News, 'orderId'> & { userId: number; orderId: number | null })[],
  now: Date,
): Promise<Told[]> {
  return insert(db, sql`select * from news`, news, now);
}

/** The same to everybody who handles orders and whose roles show this one, but for who brought it about. */
export function insertStaffNews(
  db: Db,
  news: readonly (News & { exceptUserId: number })[],
  now: Date,
): Promise<Told[]> {
  const recipients = sql`
    select handler.user_id, news.kind, news.title, news.body, news.order_id, news.once_key
    from news
    join orders o on o.id = news.order_id
    join handler on handler.user_id <> news.except_user_id and (
      handler.sees_all
      or handler.sees_own and o.user_id = handler.user_id
      or handler.sees_dept and o.dept_id = handler.dept_id
      or handler.sees_below and exists (
        select from sys_dept d where d.dept_id = o.dept_id
          and (d.dept_id = handler.dept_id or d.dept_path like '%/' || handler.dept_id || '/%')
      )
      or exists (
        select from sys_role_dept rd where rd.dept_id = o.dept_id and rd.role_id = any(handler.choosing_roles)
      )
    )`;
  return insert(db, recipients, news, now, sql`${handlers},`);
}

/*
 * Who may handle orders, with what the roles show: the rules of `loadGrant` as one relation, since it is asked inside
 * the transactions of orders. Permission and scope may come from different roles.
 */
const handlers = sql`
  living_role as (
    select * from sys_role where status = '2' and deleted_at is null
  ), holder as (
    select distinct ur.user_id
    from living_role r join sys_user_role ur on ur.role_id = r.role_id
    where r.admin or exists (
      select from sys_role_menu rm join sys_menu m on m.menu_id = rm.menu_id
      where rm.role_id = r.role_id and m.deleted_at is null and m.permission in (${HANDLE}, '*:*:*')
    )
  ), handler as (
    select u.user_id, u.dept_id,
      bool_or(r.admin or r.data_scope = '1') as sees_all,
      bool_or(r.data_scope = '5') as sees_own,
      bool_or(r.data_scope = '3') as sees_dept,
      bool_or(r.data_scope = '4') as sees_below,
      array_agg(r.role_id) filter (where r.data_scope = '2') as choosing_roles
    from holder
    join sys_user u on u.user_id = holder.user_id and u.status = '2' and u.deleted_at is null
    join sys_user_role ur on ur.user_id = u.user_id
    join living_role r on r.role_id = ur.role_id
    group by u.user_id, u.dept_id
  )`;

async function insert(db: Db, recipients: SQL, news: readonly object[], now: Date, before = sql``) {
  if (news.length === 0) return [];
  const { rows } = await db.execute<{ userId: number; orderId: number }>(sql`
    with news as (
      select * from jsonb_to_recordset(${JSON.stringify(news.map(inNamesOfColumns))}::jsonb) as (
        user_id int, except_user_id int, kind text, title text, body text, order_id int, once_key text
      )
    ), ${before} told as (
      insert into notification (user_id, kind, title, body, order_id, once_key, created_at)
      select user_id, kind, title, body, order_id, once_key, ${now.toISOString()}::timestamptz
      from (${recipients}) as recipient
      order by user_id, order_id
      on conflict (user_id, once_key) do nothing
      returning id, user_id, order_id
    )
    select user_id as "userId", order_id as "orderId", pg_notify(${NEWS_CHANNEL}, user_id || ':' || id)
    from told`);
  return rows.map(({ userId, orderId }) => ({ userId, orderId }));
}

const inNamesOfColumns = (
  news: Partial<Omit<News, 'orderId'> & { userId: number; exceptUserId: number; orderId: number | null }>,
) => ({
  user_id: news.userId,
  except_user_id: news.exceptUserId,
  kind: news.kind,
  title: news.title,
  body: news.body,
  order_id: news.orderId,
  once_key: news.onceKey,
});
