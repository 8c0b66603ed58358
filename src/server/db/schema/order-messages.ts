import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MessageAudience, MessageKind } from '#contract/orders/order-messages.ts';
import { reference, serial, time } from './columns.ts';
import { files } from './files.ts';
import { orders } from './orders.ts';
import { users } from './people.ts';

/** The messages of an order. Rows are only added, under the order's lock, so that ids of an order ascend with time. */
export const orderMessages = pgTable(
  'order_message',
  {
    id: serial('id').primaryKey(),
    orderId: reference('order_id', () => orders.id),
    /** The order's revision when the message was written, to which `lineNo` refers. */
    revision: integer('revision').notNull(),
    /** The line that the message is about; null for the whole order. */
    lineNo: integer('line_no'),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** `staff`: never shown to the customer. */
    audience: text('audience').$type<MessageAudience>().notNull(),
    isFromShop: boolean('is_from_shop').notNull(),
    text: text('text').notNull(),
    /** For an answer: its question; a question has at most one answer. */
    answersId: integer('answers_id'),
    userId: reference('user_id', () => users.userId),
    userName: text('user_name').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.answersId], foreignColumns: [t.id] }),
    index('order_message_order').on(t.orderId, t.id, t.audience),
    index('order_message_question')
      .on(t.orderId, t.id)
      .where(sql`kind = 'question'`),
    uniqueIndex('order_message_answer').on(t.answersId),
  ],
);

export const orderMessageFiles = pgTable(
  'order_message_file',
  {
    messageId: reference('message_id', () => orderMessages.id),
    fileId: reference('file_id', () => files.id),
    /** Sort order of the file, from 1. */
    place: integer('place').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.fileId] }), index('order_message_file_file').on(t.fileId)],
);

/** The last messages of an order that has any, so that lists show unread ones without reading messages. */
export const orderThreads = pgTable('order_thread', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  lastId: integer('last_id').notNull(),
  /** Id of the last message that the customer may read; 0 for none. */
  lastCustomerId: integer('last_customer_id').notNull(),
  /** The number of messages. */
  messages: integer('messages').notNull(),
});

/** The last message of an order that a user has read. */
export const orderMessageReads = pgTable(
  'order_message_read',
  {
    userId: reference('user_id', () => users.userId),
    orderId: reference('order_id', () => orders.id),
    lastMessageId: integer('last_message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.orderId] })],
);
