import type { Fen } from '#domain/money.ts';

/** The price and time of one process option on one material. */
export interface ProcessPrice {
  /** Id of the process option. */
  readonly id: number;
  /** Yuan per piece. */
  readonly price: number;
  /** Days. */
  readonly time: number;
}

/** The fields of a material that prices depend on. */
export interface PricedMaterial {
  readonly id: number;
  readonly name: string;
  /** Key of the machining price. */
  readonly materialTag: string;
  /** Stock size in mm. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  /** Base delivery time in days. */
  readonly deliveryTime: number;
  /** Exponent of the quantity in the delivery time. */
  readonly speed: number;
  readonly processConfig: readonly ProcessPrice[];
}

export type ProcessKey = `process_${number}`;

/** Option ids by process, with the keys of the wire: `{ process_3: 17 }`. */
export type ProcessSelections = { [key: ProcessKey]: number };

/** One part to price: sizes in mm, `num` whole pieces. */
export type PartItem = {
  material: number;
  num: number;
  length: number;
  width: number;
  height: number;
} & ProcessSelections;

/** Machining price in yuan per piece by material tag. */
export type CncPrice = Readonly<Record<string, number>>;

/** A selected option as priced; both figures are 0 when the material has no entry for it. */
export interface TracedOption {
  readonly processId: number;
  readonly optionId: number;
  /** Yuan per piece. */
  readonly price: number;
  /** Days. */
  readonly time: number;
}

/** A step after the formula; the last one counts. Amounts in yuan for all pieces. */
export type TraceStep =
  /** The line has no price until staff set one. */
  | {
      readonly kind: 'open';
      /** True if the formula has a price that a rule hides until staff set one. */
      readonly isHeld?: true;
    }
  | {
      readonly kind: 'price';
      readonly amount: number;
      readonly days: number;
      /** Why it differs from the formula's price, for the customer. */
      readonly reason: string;
      /** The user who decided. */
      readonly by: string;
    }
  /** The shop does not make the part. */
  | { readonly kind: 'declined'; readonly reason: string; readonly by: string };

/** The three figures of an item. */
export interface ItemFigures {
  /** Per piece before the quantity factor. */
  readonly unitPriceFen: Fen;
  /** For all pieces, after the quantity factor. */
  readonly subTotalFen: Fen;
  /** Days for all pieces, two decimals. */
  readonly deliveryDays: number;
}

/**
 * The JSON document that explains a price, in the names and units of the wire (yuan, days, mm³). It is stored unchanged with the
 * order and suffices to recompute every figure (`pricesFromTrace`).
 */
export interface PriceTrace {
  /** 1: the formula only. 2: the same formula, then `steps`. */
  readonly version: 1 | 2;
  readonly materialId: number;
  readonly materialName: string;
  readonly materialTag: string;
  readonly machiningPrice: number;
  readonly options: readonly TracedOption[];
  /** machiningPrice + Σ option price, exact. */
  readonly unit: number;
  readonly partVolume: number;
  readonly stockVolume: number;
  /** max(1, partVolume / stockVolume). */
  readonly ratio: number;
  readonly num: number;
  readonly quantityExponent: number;
  /** num ^ quantityExponent. */
  readonly quantityFactor: number;
  /** Base days of the material. */
  readonly baseDays: number;
  /** baseDays + Σ option time, exact. */
  readonly days: number;
  readonly speed: number;
  /** num ^ speed. */
  readonly timeFactor: number;
  /** How the figures were rounded: once, at the end, half away from zero, to two decimals. */
  readonly rounding: 'half-away-2';
  /** Yuan per piece before the quantity factor. */
  readonly unit_price: number;
  /** Yuan for all pieces, after the quantity factor. */
  readonly sub_total: number;
  /** Days for all pieces. */
  readonly delivery_time: number;
  /** Only in version 2: at least one, oldest first. */
  readonly steps?: readonly TraceStep[];
}

export interface ItemPrice extends ItemFigures {
  readonly trace: PriceTrace;
}

/** One row of the quantity ladder. */
export interface Rung {
  readonly num: number;
  /** Per piece, after the quantity factor. */
  readonly piecePriceFen: Fen;
  /** For all pieces. */
  readonly subTotalFen: Fen;
  /** Days for all pieces. */
  readonly deliveryDays: number;
}

export interface OrderPrice {
  readonly totalFen: Fen;
  /** The longest delivery time of the items. */
  readonly deliveryDays: number;
}
