import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { reference, serial, time } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './people.ts';

export const notifications = pgTable(
  'notification',
  {
    id: serial('id').primaryKey(),
    userId: reference('user_id', () => users.userId),
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
    index('notification_unread_message')
      .on(t.userId, t.orderId)
      .where(sql`kind = 'order_message' and read_at is null`),
    uniqueIndex('notification_once').on(t.userId, t.onceKey),
    index('notification_created').on(t.createdAt),
  ],
);

/** Mail waiting to be sent, written in the transaction of its notification. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: serial('id').primaryKey(),
    /** Several users may share an address. Null for emails created before this column existed. */
    userId: integer('user_id').references(() => users.userId),
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
