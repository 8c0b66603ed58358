import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import type {
  ChargeBasis,
  ChargeScope,
  Machining,
  OnRepeat,
  WithoutModel,
} from '#domain/charges/charge-rule.ts';
import type { ChargeKind } from '#domain/pricing/charges.ts';
import type { ReviewRuleKind, PriceDisplay } from '#domain/review/review-rule.ts';
import type { ChangeOf, PriceChange, PriceValue } from '#contract/prices/price-changes.ts';
import type { PriceDraftState } from '#contract/prices/price-drafts.ts';
import type { StockForm } from '#domain/stock/stock-size.ts';
import {
  audit,
  fen,
  idList,
  listColumns,
  notDeleted,
  priceInYuan,
  reference,
  serial,
  softDelete,
  time,
} from './columns.ts';

export const materials = pgTable(
  'material',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    materialTag: text('material_tag').notNull(),
    density: doublePrecision('density').notNull().default(0),
    /** The stock (blank) that the tag's machining price covers, mm. */
    length: doublePrecision('length').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    /** Exponent of the quantity in the delivery time, 0 to 1. */
    speed: doublePrecision('speed').notNull(),
    sort: integer('sort').notNull().default(0),
    remark: text('remark').notNull().default(''),
    /** Shown only to users who may edit materials. */
    staffNote: text('staff_note').notNull().default(''),
    status: text('status').$type<MaterialStatus>().notNull().default('onSale'),
    /** Options marked 需人工: they need no price and are not offered. */
    manualOptions: idList('manual_options'),
    ...audit,
    ...softDelete,
  },
  (t) => [
    index('material_updated').on(t.updatedAt),
    index('material_list').on(t.sort, t.id).where(notDeleted),
  ],
);

export const processes = pgTable(
  'process',
  {
    id: serial('id').primaryKey(),
    parentId: integer('parent_id').notNull().default(0),
    /** The root of its tree; its own id for a root. */
    rootId: integer('root_id').notNull(),
    name: text('name').notNull(),
    sort: integer('sort').notNull().default(0),
    /** 0 every material, 1 every material except `materialIds`, 2 only those. */
    filterType: smallint('filter_type').notNull().default(0),
    materialIds: idList('material_ids'),
    remark: text('remark').notNull().default(''),
    /** Shown only to users who may edit processes. */
    staffNote: text('staff_note').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [index('process_root').on(t.rootId), index('process_updated').on(t.updatedAt)],
);

export const materialProcesses = pgTable(
  'material_process',
  {
    materialId: reference('material_id', () => materials.id),
    processId: reference('process_id', () => processes.id),
    price: priceInYuan('price_fen').notNull(),
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
    price: priceInYuan('price_fen').notNull(),
    ...audit,
  },
  (t) => [uniqueIndex('machining_price_tag').on(t.deptId, t.materialTag)],
);

/** Plates and bars that the shop stocks; dimensions in mm. */
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
    ...listColumns,
  },
  (t) => [index('stock_size_list').on(t.sort, t.id).where(notDeleted)],
);

/** Rules that require a review by staff before an order is placed; each kind has its own limits, the others are null. */
export const reviewRules = pgTable(
  'gate_rule',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').$type<ReviewRuleKind>().notNull(),
    /** mm. */
    length: doublePrecision('length'),
    width: doublePrecision('width'),
    height: doublePrecision('height'),
    smallestMm: doublePrecision('smallest_mm'),
    weightKg: doublePrecision('weight_kg'),
    amountYuan: integer('amount_yuan'),
    pieces: integer('pieces'),
    toleranceMm: doublePrecision('tolerance_mm'),
    words: text('words').notNull().default(''),
    /** For the customer; empty for the default. */
    sentence: text('sentence').notNull().default(''),
    priceDisplay: text('price_display').$type<PriceDisplay>().notNull().default('reference'),
    ...listColumns,
  },
  (t) => [index('gate_rule_list').on(t.sort, t.id).where(notDeleted)],
);

/** Rules for charges in addition to the lines of an order; each basis has its own figures, the others are null. */
export const chargeRules = pgTable(
  'charge_rule',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').$type<ChargeKind>().notNull(),
    /** For the customer; empty for the name of the kind. */
    label: text('label').notNull().default(''),
    scope: text('scope').$type<ChargeScope>().notNull().default('all'),
    /** One of the three is set unless the scope is `all`. A deleted material or option stays here and matches no part. */
    materialTag: text('material_tag').notNull().default(''),
    materialId: integer('material_id'),
    optionId: integer('option_id'),
    /** Null: orders of every class; 0: 标准. A deleted class stays here and matches no order. */
    leadClassId: integer('lead_class_id'),
    basis: text('basis').$type<ChargeBasis>().notNull(),
    amountFen: fen('amount_fen'),
    /** 0.01 to 100, two decimals. */
    percent: doublePrecision('percent'),
    minimumFen: fen('minimum_fen'),
    /** Whole minutes of machine time; each full multiple adds a working day. */
    dayMinutes: integer('day_minutes'),
    /** For a basis that uses measurements: which parts and holes count, and how a part without a model is treated. */
    machining: text('machining').$type<Machining>().notNull().default('any'),
    diameterOverMm: doublePrecision('diameter_over_mm'),
    diameterUpToMm: doublePrecision('diameter_up_to_mm'),
    depthOverMm: doublePrecision('depth_over_mm'),
    depthUpToMm: doublePrecision('depth_up_to_mm'),
    withoutModel: text('without_model').$type<WithoutModel>().notNull().default('free'),
    flatFen: fen('flat_fen'),
    /** Whether lines that repeat an earlier order of the same company are charged. */
    onRepeat: text('on_repeat').$type<OnRepeat>().notNull().default('charged'),
    /** First and last day, `YYYY-MM-DD`; empty: unlimited. */
    validFrom: text('valid_from').notNull().default(''),
    validTo: text('valid_to').notNull().default(''),
    ...listColumns,
  },
  (t) => [index('charge_rule_list').on(t.sort, t.id).where(notDeleted)],
);

/** Lead classes other than 标准: the speed of production and its price. */
export const leadClasses = pgTable(
  'lead_class',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    /** Multiplies the days of the longest part; two decimals. */
    factor: doublePrecision('factor').notNull(),
    /** Percent of the machining, two decimals; negative for a deduction. */
    percent: doublePrecision('percent').notNull(),
    /** The most orders per day; null: any number. */
    slots: integer('slots'),
    /** Limits for each part: its longest edge in mm, and its quantity. */
    maxEdgeMm: doublePrecision('max_edge_mm'),
    maxPieces: integer('max_pieces'),
    /** Options that the class does not offer; a deleted one stays here and matches no part. */
    optionIds: idList('option_ids'),
    ...listColumns,
  },
  (t) => [index('lead_class_list').on(t.sort, t.id).where(notDeleted)],
);

/** Orders placed in a class on a day, `YYYY-MM-DD` in Shanghai. `slots` is the limit when the last one was placed. */
export const leadSlots = pgTable(
  'lead_slot',
  {
    classId: reference('class_id', () => leadClasses.id),
    day: text('day').notNull(),
    taken: integer('taken').notNull(),
    slots: integer('slots').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.classId, t.day] }),
    // One order above the limit fails with its whole transaction.
    check('lead_slot_free', sql`taken between 0 and slots`),
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

/** A change of a draft; `wasManual`: the pair was marked 需人工 before the publication. */
export type DraftChange = Exclude<PriceChange, ChangeOf<'cell'>> | (ChangeOf<'cell'> & { wasManual?: true });

/** Changes of prices that are published together; inverted, they are the roll-back. */
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
    /** Only for `scheduled`. */
    publishAt: time('publish_at'),
    scheduledBy: integer('scheduled_by'),
    scheduledName: text('scheduled_name').notNull().default(''),
    /** Why the scheduled publication failed. */
    failure: text('failure').notNull().default(''),
    publishedName: text('published_name').notNull().default(''),
    publishedAt: time('published_at'),
    undoneName: text('undone_name').notNull().default(''),
    undoneAt: time('undone_at'),
    ...audit,
  },
  (t) => [index('price_draft_list').on(t.createdAt, t.id)],
);

/** Every change of a price, written with it. */
export const priceHistory = pgTable(
  'price_change',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** Identifies the price: `cell/12/7`, `machining/0/aluminium`. */
    key: text('key').notNull(),
    before: jsonb('before').$type<PriceValue>(),
    after: jsonb('after').$type<PriceValue>(),
    /** The first catalogue revision with this price. */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    draftId: integer('draft_id'),
    /** The revision of the version that this one rolls back. */
    undoes: bigint('undoes', { mode: 'number' }),
    /** For an option price: the pair was marked 需人工 before. Null in rows created before this column existed. */
    wasManual: boolean('was_manual'),
    userId: integer('user_id').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (t) => [
    index('price_change_key').on(t.key, t.id),
    index('price_change_revision').on(t.revision, t.id),
    index('price_change_undoes')
      .on(t.undoes)
      .where(sql`undoes is not null`),
  ],
);
