import type { Fen } from '#domain/money.ts';
import type { ChargeRow } from './replay-charges.ts';
import type { Amounts, Group, Sums } from './replay-sums.ts';

/** The totals of an order in two books, with its charges. */
export interface BookTotals {
  readonly beforeFen: Fen;
  readonly afterFen: Fen;
}

/** An affected order: the sums of its lines, and its charges. */
export interface AffectedOrder extends Amounts {
  readonly id: number;
  readonly orderNo: string;
  readonly customerName: string;
  readonly charges?: Amounts;
  readonly chargeRows?: readonly ChargeRow[];
}

export interface AffectedCustomer extends Group {
  /** Its most affected orders; missing in results stored before this field existed. */
  readonly affected?: readonly AffectedOrder[];
}

/** An order whose charges need a fact that was not stored; excluded from all sums. */
export interface LostCharges {
  readonly orderId: number;
  readonly orderNo: string;
  readonly paidFen: Fen;
  readonly reason: string;
}

export interface ChargeTotal extends Amounts {
  /** The number of manual charges, which no book changes. */
  handCharges: number;
  handFen: Fen;
  /** Orders whose charges cannot be compared, and the amount of these charges. */
  lostOrders: number;
  lostFen: Fen;
  /** Orders whose charges differ between the books. */
  changedOrders: number;
}

/** A line that one of the books cannot price; excluded from all sums. */
export interface LostLine {
  readonly orderId: number;
  readonly orderNo: string;
  readonly lineNo: number;
  /** As entered by the customer; may be empty. */
  readonly name: string;
  readonly paidFen: Fen;
  /** The book that cannot price it: the live one, usually together with the draft, or only the draft. */
  readonly book: 'before' | 'after';
  readonly reason: string;
}

/** The result of a replay. */
export interface Replayed {
  readonly total: Sums & {
    /** Lines with a manual price, which no book changes. */
    readonly handLines: number;
    readonly handFen: Fen;
    /** Lines that one of the books cannot price, and their paid price. */
    readonly lostLines: number;
    readonly lostFen: Fen;
    /** Lines without a price: still open, or declined. */
    readonly openLines: number;
    /** Lines whose price differs between the books, and between the paid price and the live book. */
    readonly changedLines: number;
    readonly driftedLines: number;
    readonly dearerOrders: number;
    readonly cheaperOrders: number;
    readonly customers: number;
    readonly dearerCustomers: number;
    readonly cheaperCustomers: number;
    /** Missing if charges are not replayed. */
    readonly charges?: ChargeTotal;
  };
  /** Most affected first. */
  readonly customers: AffectedCustomer[];
  readonly orders: AffectedOrder[];
  readonly tags: Group[];
  /** A line with several options counts for each of them. */
  readonly options: Group[];
  /** By class of quantity, of longest edge and of order value, each in the order of the classes. */
  readonly quantities: Group[];
  readonly edges: Group[];
  readonly values: Group[];
  /** Orders by the size of the change. */
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
