import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { ModelScale } from '#domain/models/model-check.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import { audit, reference, serial, time } from './columns.ts';
import { orders } from './orders.ts';

/** Orders whose parts are not in the library yet. Triggers on `orders` add a row per change; a job adds the parts. */
export const partChanges = pgTable('part_change', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: integer('order_id').notNull(),
});

/** A distinct part of a company's quotations and orders. */
export const parts = pgTable(
  'part',
  {
    id: serial('id').primaryKey(),
    /** The library's owner: the company's department, or minus the id of a user without a company. */
    owner: integer('owner').notNull(),
    /** The drawing number, initially read from the name; empty if the name has none. */
    code: text('code').notNull().default(''),
    revision: text('revision').notNull().default(''),
    name: text('name').notNull(),
    /** Name and size of its first line, by which lines without a model are recognised (`partNameKey`). */
    nameKey: text('name_key').notNull(),
    /** The same key with the name that a user set in the library. */
    aliasKey: text('alias_key').notNull().default(''),
    /** Edges in mm, longest first. */
    longMm: doublePrecision('long_mm').notNull(),
    middleMm: doublePrecision('middle_mm').notNull(),
    shortMm: doublePrecision('short_mm').notNull(),
    /** Hash of the model's bytes, body and scale; null without a model. */
    geometry: text('geometry'),
    scale: text('scale').$type<ModelScale>(),
    /** Of the model, scaled; null until it is measured. */
    fingerprint: jsonb('fingerprint').$type<Fingerprint>(),
    volumeMm3: doublePrecision('volume_mm3'),
    /** When its latest line was made; null without one. */
    lastAt: time('last_at'),
    ...audit,
  },
  (t) => [
    index('part_name').on(t.owner, t.nameKey),
    index('part_alias').on(t.owner, t.aliasKey),
    index('part_geometry').on(t.owner, t.geometry),
    index('part_volume').on(t.owner, t.volumeMm3),
    index('part_last').on(t.lastAt, t.id),
  ],
);

/** The lines of the current revisions of orders, each with its part. */
export const partLines = pgTable(
  'part_line',
  {
    orderId: reference('order_id', () => orders.id),
    lineNo: integer('line_no').notNull(),
    partId: reference('part_id', () => parts.id),
    /** Customer and company of the order. */
    userId: integer('user_id').notNull(),
    deptId: integer('dept_id'),
    num: integer('num').notNull(),
    madeAt: time('made_at').notNull(),
    /** When the order was placed; null for a quotation and a cancelled order. */
    orderedAt: time('ordered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.lineNo] }),
    index('part_line_part').on(t.partId, t.orderId),
    // Covers the sums of the library: index-only scans.
    index('part_line_of_user').on(t.userId, t.partId, t.deptId, t.orderedAt, t.madeAt, t.num, t.orderId),
    index('part_line_of_company').on(t.deptId, t.partId, t.userId, t.orderedAt, t.madeAt, t.num, t.orderId),
  ],
);
