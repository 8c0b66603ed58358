import type { Fen } from '#domain/money.ts';

/** The largest quantity and edge of a part that can be ordered. */
export const MAX_PIECES = 1_000_000;
export const MAX_EDGE_MM = 10_000;

export const EDGES = ['length', 'width', 'height'] as const;
export type Edge = (typeof EDGES)[number];

/** One part of an order, as far as review reasons depend on it. Edges in mm. */
export interface ReviewedLine extends Readonly<Record<Edge, number>> {
  readonly num: number;
  /** g/cm³; 0 where it is not known. */
  readonly density: number;
  /** Volume of the part's model while the part has the model's size, mm³. */
  readonly volumeMm3?: number | undefined;
  /** The formula's price; undefined where the price table has none. */
  readonly subTotalFen: Fen | undefined;
  /** The formula's price at another quantity. */
  readonly subTotalAt?: (num: number) => Fen;
  /** The chosen options that are work, each with its process: `公差 ±0.01 mm`. */
  readonly works: readonly string[];
  readonly hasDrawing: boolean;
  /** The findings of the model check that need a review, as text. */
  readonly holds: readonly string[];
  /** Why the price table cannot price it, for the customer; absent where it can. */
  readonly unpriced?: string | undefined;
  /** Why it needs a manual price although the price table has one: a charge needs a model. Absent otherwise. */
  readonly unmeasured?: string | undefined;
}

/** An order before it is placed. */
export interface ReviewedCart {
  readonly lines: readonly ReviewedLine[];
  /** Its customer has no order yet. */
  readonly isNewCustomer: boolean;
  /** The customer asked for a manual review. */
  readonly isAsked?: boolean;
}
