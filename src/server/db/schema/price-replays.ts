import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Fen } from '#domain/money.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import type { ExpectedOrders } from '#domain/replay/expected-orders.ts';
import type { Replayed } from '#domain/replay/replayed.ts';
import type { BookPrice } from '#domain/replay/sold-line.ts';
import type { WinRates } from '#domain/replay/win-rates.ts';
import type { ReplayFilter, ReplayState } from '#contract/prices/price-replays.ts';
import type { ShadowEnd } from '#contract/prices/shadow-runs.ts';
import { audit, serial, time } from './columns.ts';
import type { SoldProcess } from './orders.ts';
import type { DraftChange } from './catalogue.ts';

/** The result of a replay, in fen. */
export interface StoredReplay extends Replayed {
  readonly winRates: WinRates;
  /** Null in a replay of only the live prices; missing in results created before this field existed. */
  readonly expectedOrders?: ExpectedOrders | null;
  /** The catalogue revision of its live prices. */
  readonly catalogueRevision: number;
}

/** A line of one of the most affected orders; `before` and `after` are null if the line has no price. */
export interface StoredReceipt {
  readonly lineNo: number;
  readonly name: string;
  readonly materialName: string;
  readonly num: number;
  readonly paidFen: Fen;
  readonly processes: readonly SoldProcess[];
  readonly trace: PriceTrace;
  readonly before: BookPrice | null;
  readonly after: BookPrice | null;
}

/** A replay of prices on past orders; a job computes the result. */
export const priceReplays = pgTable(
  'price_replay',
  {
    id: serial('id').primaryKey(),
    /** Null in a replay of only the live prices. A draft may be deleted; its name stays. */
    draftId: integer('draft_id'),
    /** The revision of the price version to replay. */
    bookRevision: bigint('book_revision', { mode: 'number' }),
    draftName: text('draft_name').notNull().default(''),
    filter: jsonb('filter').$type<ReplayFilter>().notNull(),
    state: text('state').$type<ReplayState>().notNull().default('waiting'),
    /** Orders processed so far, and all orders of the period. */
    progress: integer('progress').notNull().default(0),
    total: integer('total').notNull().default(0),
    result: jsonb('result').$type<StoredReplay>(),
    /** The lines of the most affected orders, by order id. */
    receipts: jsonb('receipts').$type<Record<string, StoredReceipt[]>>(),
    failure: text('failure').notNull().default(''),
    createdName: text('created_name').notNull(),
    finishedAt: time('finished_at'),
    /** For a shadow run: when and why it ends, the draft at its start, and when the result was last computed. */
    shadowUntil: time('shadow_until'),
    shadowEnd: text('shadow_end').$type<ShadowEnd>(),
    shadowChanges: jsonb('shadow_changes').$type<DraftChange[]>(),
    computedAt: time('computed_at'),
    ...audit,
  },
  (t) => [index('price_replay_list').on(t.createdAt, t.id)],
);
