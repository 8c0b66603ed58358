import type { Fen } from '#domain/money.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { CostFactor } from '#domain/pricing/cost.ts';

/** Orders whose lines have been made, or are being made. */
export const MEASURED_STATUSES = [
  'producing',
  'inspecting',
  'shipped',
  'completed',
] as const satisfies readonly OrderStatus[];

export const isMeasurable = (status: OrderStatus): boolean =>
  MEASURED_STATUSES.some((measured) => measured === status);

/** The actual cost of an option of a line, for all pieces. */
export interface Fee {
  readonly optionId: number;
  readonly fen: Fen;
}

/** A completed line: its estimated cost when it was sold, and its actual cost. */
export interface MeasuredLine {
  readonly materialTag: string;
  readonly materialId: number;
  readonly materialName: string;
  /** Sides of the part's box, in mm. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly num: number;
  /** Factor on the volume, as in the price. */
  readonly ratio: number;
  /** The machining price and the prices of the options that it was sold by, yuan per piece. */
  readonly machiningPrice: number;
  readonly options: readonly { readonly optionId: number; readonly price: number }[];
  /** Its company has an agreed machining price for this tag, so that the system's price cannot be derived from it. */
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
