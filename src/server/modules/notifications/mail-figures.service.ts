import { sql } from 'drizzle-orm';
import type { MailState } from '#contract/system/mail.ts';
import type { JobFigures } from '#contract/system/monitor.ts';
import type { MailSettings } from '#server/config/mail-settings.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { GIVE_UP_AFTER_MS } from './mail-outbox.queries.ts';

const WEEK_MS = 7 * 86_400_000;

/** Counts waiting emails and those that failed in the last seven days; includes the latest error of an unsent one. */
export async function readMailFigures(db: Db, now: Date): Promise<JobFigures> {
  const nowSql = sql`${now.toISOString()}::timestamptz`;
  // An email that is never retried has `infinity` as the time of its next try.
  const { rows } = await db.execute<JobFigures & Record<string, unknown>>(sql`
    with unsent as (
      select *, next_try_at < 'infinity' and created_at > ${new Date(now.getTime() - GIVE_UP_AFTER_MS).toISOString()}::timestamptz as waits
      from mail_outbox
      where sent_at is null and created_at > ${new Date(now.getTime() - WEEK_MS).toISOString()}::timestamptz
    )
    select 'send-mail' as "name",
      (count(*) filter (where waits))::int as "waiting",
      0 as "running",
      (count(*) filter (where not waits))::int as "failed",
      coalesce(round(extract(epoch from ${nowSql} - min(next_try_at) filter (where waits and next_try_at <= ${nowSql}))), 0)::float8
        as "oldestSeconds",
      coalesce((select failure from unsent where failure <> '' order by id desc limit 1), '') as "lastFailure"
    from unsent`);
  return onlyRow(rows);
}

/** The state of mail sending for the settings page. */
export async function readMailState(db: Db, mail: MailSettings | undefined, now: Date): Promise<MailState> {
  const [{ waiting, failed }, { rows }] = await Promise.all([
    readMailFigures(db, now),
    // An email that is never retried (`infinity`) was refused because of its recipient, not because of the settings.
    db.execute<{ failure: string }>(sql`
      select failure from mail_outbox
      where sent_at is null and failure <> '' and next_try_at < 'infinity'
        and created_at > ${new Date(now.getTime() - WEEK_MS).toISOString()}::timestamptz
        and next_try_at > coalesce((
          select max(sent_at) from mail_outbox
          where created_at > ${new Date(now.getTime() - WEEK_MS).toISOString()}::timestamptz
        ), '-infinity')
      order by next_try_at desc limit 1`),
  ]);
  return {
    isOn: mail !== undefined,
    from: mail?.from ?? '',
    waiting,
    failed,
    lastFailure: rows[0]?.failure ?? '',
  };
}
