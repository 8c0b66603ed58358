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
import type { Fee } from '#domain/calibration/measured-line.ts';
import type { CostFactor, EnteredCostKind } from '#domain/pricing/cost.ts';
import { audit, fen, reference, time } from './columns.ts';
import { orders } from './orders.ts';

/**
 * The shop's costs, in tables separate from its prices, so that no catalogue query for a customer can expose
 * them. A cost without a row is unknown. Rows of deleted materials and options stay and have no effect.
 */
export const costs = pgTable(
  'cost',
  {
    kind: text('kind').$type<EnteredCostKind>().notNull(),
    /** For the costs of machining and of a machine hour. */
    materialTag: text('material_tag').notNull().default(''),
    /** For a material and its options; 0 otherwise. */
    materialId: integer('material_id').notNull().default(0),
    /** For an option; 0 otherwise. */
    optionId: integer('option_id').notNull().default(0),
    /** Per piece; for a material, per kg; for machine time, per hour. */
    costFen: fen('cost_fen').notNull(),
    ...audit,
  },
  (t) => [primaryKey({ columns: [t.kind, t.materialTag, t.materialId, t.optionId] })],
);

/** The history of costs; separate from the history of prices, which has other readers. */
export const costHistory = pgTable(
  'cost_change',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** Identifies the cost; written by `costKey`. */
    key: text('key').notNull(),
    /** Null: unknown. */
    beforeFen: fen('before_fen'),
    afterFen: fen('after_fen'),
    userId: integer('user_id').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (t) => [index('cost_change_key').on(t.key, t.id)],
);

/** The cost of each line of a revision, as of the revision's day. Missing for revisions made before any cost was entered. */
export const orderItemCosts = pgTable(
  'order_item_cost',
  {
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull(),
    lineNo: integer('line_no').notNull(),
    /** Tag and amount are copied, so that sums of margins read only this table; the amount is null without a price. */
    materialTag: text('material_tag').notNull(),
    lineFen: fen('line_fen'),
    /** For all pieces; null while a factor is unknown. */
    costFen: fen('cost_fen'),
    factors: jsonb('factors').$type<readonly CostFactor[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.revision, t.lineNo] })],
);

/** The actual figures of a line of a revision, as entered by staff. Missing until then. */
export const orderItemActuals = pgTable(
  'order_item_actual',
  {
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull(),
    lineNo: integer('line_no').notNull(),
    /** Machine hours for all pieces; null: not entered. */
    hours: doublePrecision('hours'),
    /** The cost of a machine hour on the day of the entry; null when it was unknown. */
    hourFen: fen('hour_fen'),
    /** Material for all pieces, including chips and rejects; null: not entered. */
    kg: doublePrecision('kg'),
    /** The actual cost of options, for all pieces. */
    fees: jsonb('fees').$type<readonly Fee[]>().notNull(),
    /** For staff. */
    note: text('note').notNull(),
    /** The user who entered it last. */
    byName: text('by_name').notNull(),
    ...audit,
  },
  (t) => [primaryKey({ columns: [t.orderId, t.revision, t.lineNo] })],
);
