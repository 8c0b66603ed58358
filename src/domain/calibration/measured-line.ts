import type { Fen } from '#domain/money.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { CostFactor } from '#domain/pricing/cost.ts';

/** Statuses of orders in production or later. */
export const MEASURED_STATUSES = [
  'producing',
  'inspecting',
  'shipped',
  'completed',
] as const satisfies readonly OrderStatus[];

export const isMeasurable = (status: OrderStatus): boolean =>
  MEASURED_STATUSES.some((measured) => measured === status);

/** The actual cost of an option, for all pieces of a line. */
export interface Fee {
  readonly optionId: number;
  readonly fen: Fen;
}

/** A line in production or later: its estimated cost when it was ordered, and its actual cost. */
export interface MeasuredLine {
  readonly materialTag: string;
  readonly materialId: number;
  readonly materialName: string;
  /** Sides of the part's box, in mm. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly num: number;
  /** The volume ratio, by which the price is multiplied. */
  readonly ratio: number;
  /** The machining price and option prices of the order, in yuan per piece. */
  readonly machiningPrice: number;
  readonly options: readonly { readonly optionId: number; readonly price: number }[];
  /** The company has an agreed machining price for this tag, so the line says nothing about the system's price. */
  readonly isAgreed: boolean;
  /** As stored with the order. */
  readonly factors: readonly CostFactor[];
  /** Machine hours for all pieces, and fen per hour; null while unknown. */
  readonly hours: number | null;
  readonly hourFen: Fen | null;
  /** kg for all pieces; null while unknown. */
  readonly kg: number | null;
  readonly fees: readonly Fee[];
}
