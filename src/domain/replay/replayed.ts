import type { Fen } from '#domain/money.ts';
import type { ChargeRow } from './replay-charges.ts';
import type { Amounts, Group, Sums } from './replay-sums.ts';

/** The totals of an order in two books, with its charges. */
export interface Compared {
  readonly beforeFen: Fen;
  readonly afterFen: Fen;
}

/** The sums of an order's lines, with its charges. */
export interface AffectedOrder extends Amounts {
  readonly id: number;
  readonly orderNo: string;
  readonly customerName: string;
  readonly charges?: Amounts;
  readonly chargeRows?: readonly ChargeRow[];
}

/** One of the most affected customers. */
export interface AffectedCustomer extends Group {
  /** Its most affected orders; missing in results from before they were stored. */
  readonly affected?: readonly AffectedOrder[];
}

/** An order without a stored fact that its charges need; they count in no sum. */
export interface LostCharges {
  readonly orderId: number;
  readonly orderNo: string;
  readonly paidFen: Fen;
  readonly reason: string;
}

/** The charges of the order. */
export interface ChargeTotal extends Amounts {
  /** Manual charges, which no book changes. */
  handCharges: number;
  handFen: Fen;
  /** Orders whose charges cannot be compared, and what was charged in them. */
  lostOrders: number;
  lostFen: Fen;
  /** Orders whose charges differ between the books. */
  changedOrders: number;
}

/** A line that one of the books cannot price; it counts in no sum. */
export interface LostLine {
  readonly orderId: number;
  readonly orderNo: string;
  readonly lineNo: number;
  /** The customer's; empty without one. */
  readonly name: string;
  readonly paidFen: Fen;
  /** Which book lacks the price: the live one (and then mostly both), or only the draft. */
  readonly book: 'before' | 'after';
  readonly reason: string;
}

export interface Replayed {
  readonly total: Sums & {
    /** Lines with a manual price, which no book changes. */
    readonly handLines: number;
    readonly handFen: Fen;
    /** Lines that one of the books cannot price, and what was paid for them. */
    readonly lostLines: number;
    readonly lostFen: Fen;
    /** Lines that were never priced. */
    readonly openLines: number;
    /** Lines whose price differs between the books, and between then and the live book. */
    readonly changedLines: number;
    readonly driftedLines: number;
    readonly dearerOrders: number;
    readonly cheaperOrders: number;
    readonly customers: number;
    readonly dearerCustomers: number;
    readonly cheaperCustomers: number;
    /** Missing where charges are not replayed. */
    readonly charges?: ChargeTotal;
  };
  /** The most affected first. */
  readonly customers: AffectedCustomer[];
  readonly orders: AffectedOrder[];
  readonly tags: Group[];
  /** A line with several options counts at each of them. */
  readonly options: Group[];
  /** In the order of their classes. */
  readonly quantities: Group[];
  readonly edges: Group[];
  readonly values: Group[];
  /** Orders by how much the draft changes them. */
  readonly changes: { readonly label: string; readonly orders: number; readonly beforeFen: Fen }[];
  readonly reasons: {
    readonly reason: string;
    readonly book: LostLine['book'];
    lines: number;
    paidFen: Fen;
  }[];
  readonly lost: LostLine[];
  readonly chargeReasons?: { readonly reason: string; orders: number; paidFen: number }[];
  readonly lostCharges?: LostCharges[];
}
