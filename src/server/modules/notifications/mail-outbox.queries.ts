import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';

/** An email to the user's current address. */
export interface MailToUser {
  userId: number;
  subject: string;
  body: string;
}

/**
 * Emails per user within 24 hours: repeated moves of an order must neither fill a mailbox nor spoil the sender's
 * reputation. Not per address, because addresses are not confirmed: someone could enter another person's address and
 * use up that person's emails.
 */
const MAX_PER_DAY = 30;
const DAY_MS = 86_400_000;
/** An email that could not be sent for this long is abandoned. */
export const GIVE_UP_AFTER_MS = DAY_MS;

/**
 * Inserts emails for enabled users with an address, to be sent from `sendAt`, but not before emails that already wait
 * for the same address. Drops emails beyond the daily limit.
 */
export async function insertMails(
  db: Db,
  mails: readonly MailToUser[],
  now: Date,
  sendAt = now,
): Promise<void> {
  if (mails.length === 0) return;
  const nowText = now.toISOString();
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  await db.execute(sql`
    with mail as (
      select u.user_id, u.email, mail.subject, mail.body,
        row_number() over (partition by u.user_id order by mail.ordinal) as nth
      from rows from (
        jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as ("userId" int, subject text, body text)
      ) with ordinality as mail ("userId", subject, body, ordinal)
      join sys_user u on u.user_id = mail."userId"
      where u.email <> '' and u.status = '2' and u.deleted_at is null
    ), recent as (
      select user_id, count(*) as mails from mail_outbox
      where created_at > ${dayAgo}::timestamptz and user_id in (select user_id from mail)
      group by 1
    ), waiting as (
      select lower(recipient) as email, max(next_try_at) as until from mail_outbox
      where created_at > ${dayAgo}::timestamptz and lower(recipient) in (select lower(email) from mail)
        and sent_at is null and tries = 0
      group by 1
    )
    insert into mail_outbox (user_id, recipient, subject, body, created_at, next_try_at)
    select mail.user_id, mail.email, mail.subject, mail.body, ${nowText}::timestamptz,
      greatest(${sendAt.toISOString()}::timestamptz, waiting.until)
    from mail
    left join recent on recent.user_id = mail.user_id
    left join waiting on waiting.email = lower(mail.email)
    where mail.nth + coalesce(recent.mails, 0) <= ${MAX_PER_DAY}`);
}

/** Deletes emails created at this time whose body contains the text; false if sending one of them was already attempted. */
export async function withdrawMails(tx: Db, createdAt: Date, text: string): Promise<boolean> {
  const { rows } = await tx.execute<{ tries: number }>(sql`
    delete from mail_outbox
    where created_at = ${createdAt.toISOString()}::timestamptz and position(${text} in body) > 0
    returning tries`);
  return rows.every(({ tries }) => tries === 0);
}

export interface WaitingMail {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  tries: number;
}

/**
 * Claims the email that has been due longest: until `leaseUntil` no other process gets it. Undefined when none is due.
 * Emails created before `oldest` are abandoned.
 */
export async function claimMail(
  db: Db,
  { now, oldest, leaseUntil }: { now: Date; oldest: Date; leaseUntil: Date },
): Promise<WaitingMail | undefined> {
  const { rows } = await db.execute<{ [K in keyof WaitingMail]: WaitingMail[K] }>(sql`
    update mail_outbox set tries = tries + 1, next_try_at = ${leaseUntil.toISOString()}
    where id = (
      select id from mail_outbox
      where sent_at is null and next_try_at <= ${now.toISOString()} and created_at > ${oldest.toISOString()}
      order by next_try_at, id limit 1
      for update skip locked
    )
    returning id, recipient, subject, body, tries`);
  return rows[0];
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db.execute(sql`update mail_outbox set sent_at = ${now.toISOString()}, failure = '' where id = ${id}`);
}

/** Stores the error; without `nextTryAt` the email is not tried again. */
export async function markFailed(
  db: Db,
  id: number,
  { failure, nextTryAt }: { failure: string; nextTryAt: Date | undefined },
): Promise<void> {
  await db.execute(sql`
    update mail_outbox set failure = ${failure}, next_try_at = ${nextTryAt?.toISOString() ?? 'infinity'}::timestamptz
    where id = ${id}`);
}
