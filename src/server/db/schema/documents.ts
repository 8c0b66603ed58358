import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, reference, serial, time } from './columns.ts';
import { files } from './files.ts';
import { orders } from './orders.ts';
import { users } from './people.ts';

/** The content of an issued revision: immutable except for the file, which is set once. */
export const quotationDocuments = pgTable(
  'quotation_document',
  {
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull(),
    /** Printed on the document; the public verification page finds the document by it. */
    code: text('code').notNull(),
    /** Canonical JSON, exactly the bytes that were hashed. */
    snapshot: text('snapshot').notNull(),
    hash: text('hash').notNull(),
    verifyUrl: text('verify_url').notNull(),
    pdf: bytes('pdf'),
    /** The archived copy in the file store, from the moment the order is placed. */
    fileId: integer('file_id').references(() => files.id),
    issuedBy: reference('issued_by', () => users.userId),
    issuedAt: time('issued_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.revision] }),
    uniqueIndex('quotation_document_code').on(t.code),
  ],
);

/** The answer of a link's bearer to the offer, with the name and phone that they gave. */
export interface ShareAnswer {
  kind: 'accepted' | 'refused';
  name: string;
  phone: string;
  /** Missing in answers created before this field existed. */
  ip?: string;
  userAgent?: string;
}

/** A link that shows one revision to its bearer, until it expires or is revoked. */
export const quotationShares = pgTable(
  'quotation_share',
  {
    id: serial('id').primaryKey(),
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull(),
    /** SHA-256 of the link's token, hex: the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    createdBy: reference('created_by', () => users.userId),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    viewCount: integer('view_count').notNull().default(0),
    lastViewedAt: time('last_viewed_at'),
    /** The bearer may answer the offer, once. */
    canReply: boolean('can_reply').notNull().default(false),
    answer: jsonb('answer').$type<ShareAnswer>(),
    answeredAt: time('answered_at'),
  },
  (t) => [uniqueIndex('quotation_share_token').on(t.tokenHash), index('quotation_share_order').on(t.orderId)],
);
