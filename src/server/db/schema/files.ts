import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, reference, serial, time } from './columns.ts';
import { users } from './people.ts';

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
    /** `upload` and `model`: sent by its owner; `document`: archived by the server for its owner. */
    kind: text('kind').notNull(),
    ownerId: reference('owner_id', () => users.userId),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('file_key').on(t.key),
    index('file_owner').on(t.ownerId, t.createdAt),
    index('file_created').on(t.createdAt),
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
