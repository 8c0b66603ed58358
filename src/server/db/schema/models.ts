import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { ModelScale } from '#domain/models/model-check.ts';
import type {
  Body,
  Features,
  MeshFeatures,
  LengthUnit,
  ModelFormat,
  ReadingFailure,
  ReadingNote,
} from '#geometry/model-reading.ts';
import { bytes, reference, serial, time } from './columns.ts';
import { files } from './files.ts';
import { orders } from './orders.ts';
import { users } from './people.ts';

/** Why the server could not measure a model: an error in the file, or a failure while measuring. */
export type MeasuringFailure = ReadingFailure | 'crashed' | 'abandoned';

/** A customer's 3D model and how far the server has measured it; its bytes are in `file`. */
export const modelFiles = pgTable(
  'model_file',
  {
    id: serial('id').primaryKey(),
    /** Null once the bytes are deleted; the measurements stay. */
    fileId: integer('file_id').references(() => files.id),
    name: text('name').notNull(),
    format: text('format').$type<ModelFormat>().notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256, hexadecimal. */
    hash: text('hash').notNull(),
    ownerId: reference('owner_id', () => users.userId),
    /** The company: the owner's department on the day of the upload. */
    deptId: integer('dept_id'),
    status: text('status').$type<'waiting' | 'measured' | 'unmeasured'>().notNull().default('waiting'),
    failure: text('failure').$type<MeasuringFailure>(),
    /** The unit that the file declares. */
    unit: text('unit').$type<LengthUnit>(),
    /** Missing, hidden or ignored content of the file. Empty for files measured before this column existed. */
    notes: jsonb('notes').$type<readonly ReadingNote[]>().notNull().default([]),
    /** Failed attempts at the current measurement. */
    tries: integer('tries').notNull().default(0),
    /** Number of finished measurements; an acknowledgement is valid for one of them. */
    measurings: integer('measurings').notNull().default(0),
    measuredAt: time('measured_at'),
    createdAt: time('created_at').notNull(),
    deletedAt: time('deleted_at'),
  },
  (t) => [
    uniqueIndex('model_file_file').on(t.fileId),
    index('model_file_owner').on(t.ownerId, t.createdAt),
    index('model_file_kept')
      .on(t.createdAt)
      .where(sql`file_id is not null`),
    index('model_file_waiting')
      .on(t.createdAt)
      .where(sql`status = 'waiting'`),
  ],
);

/** The bodies of a measured model, in the file's order; `ALL_BODIES` is all of them as one part. */
export const modelBodies = pgTable(
  'model_body',
  {
    modelId: integer('model_id')
      .notNull()
      .references(() => modelFiles.id, { onDelete: 'cascade' }),
    body: integer('body').notNull(),
    kind: text('kind').$type<Body['kind']>().notNull(),
    name: text('name').notNull(),
    count: integer('count').notNull(),
    volumeMm3: doublePrecision('volume_mm3').notNull(),
    areaMm2: doublePrecision('area_mm2').notNull(),
    measures: jsonb('measures').$type<Body['measures']>().notNull(),
    /** Meshes have only walls. Null for open bodies, `ALL_BODIES`, and bodies measured before this column existed. */
    features: jsonb('features').$type<Features | MeshFeatures>(),
    fingerprint: jsonb('fingerprint').$type<Body['fingerprint']>().notNull(),
    /** WebP, drawn by the server. */
    thumbnail: bytes('thumbnail'),
  },
  (t) => [primaryKey({ columns: [t.modelId, t.body] })],
);

/** The model of a part, by revision, with the measurements that its customer's browser sent. */
export const partModels = pgTable(
  'part_model',
  {
    orderId: integer('order_id').notNull(),
    revision: integer('revision').notNull(),
    lineNo: integer('line_no').notNull(),
    /** Customer and company of the order, whose earlier parts are compared with this one. */
    userId: integer('user_id').notNull(),
    deptId: integer('dept_id'),
    modelId: integer('model_id').notNull(),
    /** Position of the body in the file, or `ALL_BODIES`. */
    body: integer('body').notNull().default(0),
    scale: text('scale').$type<ModelScale>().notNull().default('1'),
    volumeMm3: doublePrecision('volume_mm3').notNull(),
    boxMm: jsonb('box_mm').$type<[number, number, number]>().notNull(),
    isTurned: boolean('is_turned').notNull().default(false),
    /** Findings about the measured body that need a review, as text; none before it is measured. */
    holds: jsonb('holds').$type<readonly string[]>().notNull().default([]),
    /** The measurement that staff have acknowledged (`model_file.measurings`). */
    acknowledged: integer('acknowledged'),
    acknowledgedBy: text('acknowledged_by').notNull().default(''),
    acknowledgedAt: time('acknowledged_at'),
    /** Why staff acknowledged it; only for staff. */
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.revision, t.lineNo] }),
    foreignKey({ name: 'part_model_order', columns: [t.orderId], foreignColumns: [orders.id] }),
    foreignKey({ name: 'part_model_model', columns: [t.modelId], foreignColumns: [modelFiles.id] }),
    index('part_model_used').on(t.modelId),
    index('part_model_of_user').on(t.userId, t.volumeMm3),
    index('part_model_of_company').on(t.deptId, t.volumeMm3),
  ],
);
