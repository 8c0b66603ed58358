import type { Fen } from '#domain/money.ts';

/** The largest quantity and edge that can be ordered. */
export const MAX_PIECES = 1_000_000;
export const MAX_EDGE_MM = 10_000;

export const EDGES = ['length', 'width', 'height'] as const;
export type Edge = (typeof EDGES)[number];

/** The fields of a line that review reasons depend on. Edges in mm. */
export interface ReviewedLine extends Readonly<Record<Edge, number>> {
  readonly num: number;
  /** g/cm³; 0 for unknown. */
  readonly density: number;
  /** Volume of the model in mm³, if the part has the size of the model. */
  readonly volumeMm3?: number | undefined;
  /** The formula's price; undefined if the price table has none. */
  readonly subTotalFen: Fen | undefined;
  /** The formula's price at another quantity. */
  readonly subTotalAt?: (num: number) => Fen;
  /** The chosen options that are work, each with its process: `公差 ±0.01 mm`. */
  readonly optionTexts: readonly string[];
  readonly hasDrawing: boolean;
  /** Findings of the model checks that need a review, as text. */
  readonly holds: readonly string[];
  /** Why the price table cannot price the line, for the customer; absent if it can. */
  readonly unpriced?: string | undefined;
  /** Why a charge that needs a model requires a manual price, for the customer; absent otherwise. */
  readonly unmeasured?: string | undefined;
}

/** An order before it is placed. */
export interface ReviewedCart {
  readonly lines: readonly ReviewedLine[];
  /** The customer has no order yet. */
  readonly isNewCustomer: boolean;
  /** The customer asked for a manual review. */
  readonly isReviewRequested?: boolean;
}
