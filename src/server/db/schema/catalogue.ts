import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MaterialStatus } from '#domain/material-status.ts';
import type { PartItem } from '#domain/pricing/types.ts';
import type { ChargeBasis, ChargeScope } from '#domain/charges/charge-rule.ts';
import type { ChargeKind } from '#domain/pricing/charges.ts';
import type { GateKind, PriceDisplay } from '#domain/gates/gate-rule.ts';
import type { PriceDraftState } from '#contract/price-drafts.ts';
import type { CellChange } from '#contract/price-table.ts';
import type { StockForm } from '#domain/stock/stock-size.ts';
import { audit, fen, serial, softDelete, time } from './columns.ts';

export const materials = pgTable(
  'material',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    materialTag: text('material_tag').notNull(),
    density: doublePrecision('density').notNull().default(0),
    length: doublePrecision('length').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    speed: doublePrecision('speed').notNull(),
    sort: integer('sort').notNull().default(0),
    remark: text('remark').notNull().default(''),
    /** Only for those who edit materials. */
    staffNote: text('staff_note').notNull().default(''),
    status: text('status').$type<MaterialStatus>().notNull().default('onSale'),
    /** Options that are priced by hand: they need no price and are not offered. */
    manualOptions: integer('manual_options')
      .array()
      .notNull()
      .default(sql`'{}'`),
    ...audit,
    ...softDelete,
  },
  (t) => [
    index('material_updated').on(t.updatedAt),
    index('material_list')
      .on(t.sort, t.id)
      .where(sql`deleted_at is null`),
  ],
);

export const processes = pgTable(
  'process',
  {
    id: serial('id').primaryKey(),
    parentId: integer('parent_id').notNull().default(0),
    /** The root of its tree: itself for a root. */
    rootId: integer('root_id').notNull(),
    name: text('name').notNull(),
    sort: integer('sort').notNull().default(0),
    filterType: smallint('filter_type').notNull().default(0),
    materialIds: integer('material_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    remark: text('remark').notNull().default(''),
    /** Only for those who edit processes. */
    staffNote: text('staff_note').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [index('process_root').on(t.rootId), index('process_updated').on(t.updatedAt)],
);

export const materialProcesses = pgTable(
  'material_process',
  {
    materialId: integer('material_id')
      .notNull()
      .references(() => materials.id),
    processId: integer('process_id')
      .notNull()
      .references(() => processes.id),
    priceFen: fen('price_fen').notNull(),
    /** Days. */
    time: doublePrecision('time').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.materialId, t.processId] }),
    index('material_process_process').on(t.processId),
  ],
);

export const machiningPrices = pgTable(
  'machining_price',
  {
    id: serial('id').primaryKey(),
    materialTag: text('material_tag').notNull(),
    /** 0: the system's price; otherwise agreed with this company. */
    deptId: integer('dept_id').notNull().default(0),
    priceFen: fen('price_fen').notNull(),
    ...audit,
  },
  (t) => [uniqueIndex('machining_price_tag').on(t.deptId, t.materialTag)],
);

/** The plates and bars that the shop keeps; measures in mm. */
export const stockSizes = pgTable(
  'stock_size',
  {
    id: serial('id').primaryKey(),
    form: text('form').$type<StockForm>().notNull(),
    /** Empty for all materials. */
    materialTag: text('material_tag').notNull().default(''),
    thickness: doublePrecision('thickness'),
    width: doublePrecision('width'),
    diameter: doublePrecision('diameter'),
    length: doublePrecision('length'),
    sort: integer('sort').notNull().default(0),
    /** 2 on, 1 off. */
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    index('stock_size_list')
      .on(t.sort, t.id)
      .where(sql`deleted_at is null`),
  ],
);

/** When a person looks at an order before it is placed; each kind has its own limits, the others are null. */
export const gateRules = pgTable(
  'gate_rule',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').$type<GateKind>().notNull(),
    /** mm. */
    length: doublePrecision('length'),
    width: doublePrecision('width'),
    height: doublePrecision('height'),
    weightKg: doublePrecision('weight_kg'),
    amountYuan: integer('amount_yuan'),
    pieces: integer('pieces'),
    toleranceMm: doublePrecision('tolerance_mm'),
    words: text('words').notNull().default(''),
    /** For the customer; empty for the default. */
    sentence: text('sentence').notNull().default(''),
    priceDisplay: text('price_display').$type<PriceDisplay>().notNull().default('reference'),
    sort: integer('sort').notNull().default(0),
    /** 2 on, 1 off. */
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    index('gate_rule_list')
      .on(t.sort, t.id)
      .where(sql`deleted_at is null`),
  ],
);

/** What is charged beside the lines of an order; each basis has its own figures, the others are null. */
export const chargeRules = pgTable(
  'charge_rule',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').$type<ChargeKind>().notNull(),
    /** For the customer; empty for the name of the kind. */
    label: text('label').notNull().default(''),
    scope: text('scope').$type<ChargeScope>().notNull().default('all'),
    /** Of the scope: one of the three. A deleted material or option stays here and matches no part. */
    materialTag: text('material_tag').notNull().default(''),
    materialId: integer('material_id'),
    optionId: integer('option_id'),
    basis: text('basis').$type<ChargeBasis>().notNull(),
    amountFen: fen('amount_fen'),
    /** 0.01 to 100, two decimals. */
    percent: doublePrecision('percent'),
    minimumFen: fen('minimum_fen'),
    /** First and last day, `YYYY-MM-DD`; empty: open. */
    validFrom: text('valid_from').notNull().default(''),
    validTo: text('valid_to').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    /** 2 on, 1 off. */
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    index('charge_rule_list')
      .on(t.sort, t.id)
      .where(sql`deleted_at is null`),
  ],
);

export const defaultConfigs = pgTable(
  'default_config',
  {
    id: serial('id').primaryKey(),
    /** `system` with owner 0, `company` with a department's id, `user` with a user's id. */
    scope: text('scope').notNull(),
    ownerId: integer('owner_id').notNull().default(0),
    item: jsonb('item').$type<PartItem>().notNull(),
    ...audit,
  },
  (t) => [uniqueIndex('default_config_owner').on(t.scope, t.ownerId)],
);

/** The changes of a file, waiting to be applied. */
export const importDrafts = pgTable('import_draft', {
  token: text('token').primaryKey(),
  /** What they change: the price table, or records of a resource. */
  resource: text('resource').notNull().default('price-table'),
  userId: integer('user_id').notNull(),
  changes: jsonb('changes').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** A change of a draft; a published price may have replaced the mark 需人工. */
export type DraftChange = CellChange & { wasManual?: true };

/** Changes of the price table that are published at once; `changes` are the inverse read backwards. */
export const priceDrafts = pgTable(
  'price_draft',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<PriceDraftState>().notNull().default('draft'),
    changes: jsonb('changes').$type<DraftChange[]>().notNull(),
    count: integer('count').notNull(),
    createdName: text('created_name').notNull(),
    publishedName: text('published_name').notNull().default(''),
    publishedAt: time('published_at'),
    undoneName: text('undone_name').notNull().default(''),
    undoneAt: time('undone_at'),
    ...audit,
  },
  (t) => [index('price_draft_list').on(t.createdAt, t.id)],
);
