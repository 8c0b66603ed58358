import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import type { MeasuredModel } from '#domain/charges/part-measures.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { LeadClass, OrderLead } from '#domain/lead/lead-class.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import type { CncPrice, ItemPrice, OrderPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import type { ModelFigures } from '#domain/stock/part-shape.ts';

/** A part as the customer specifies it. */
export type CartPart = PartItem & { remark?: string; model?: ModelFigures };

/** A material on sale; density in g/cm³, 0 for unknown. */
export type CartMaterial = PricedMaterial & { readonly density: number };

/** The catalogue that parts are priced with. */
export interface CartCatalogue<M extends CartMaterial = CartMaterial> {
  readonly materials: ReadonlyMap<number, M>;
  readonly tree: readonly ProcessNode[];
  /** The tree without options that have no price. */
  readonly offered: readonly ProcessNode[];
  /** Names of processes and options. */
  readonly processNames: ReadonlyMap<number, string>;
  /** The customer's machining prices. */
  readonly cncPrice: CncPrice;
}

/** The rules in force. */
export interface CartRules {
  readonly reviewRules: readonly ReviewRule[];
  readonly charges: readonly ChargeRule[];
}

export interface Cart<P extends CartPart = CartPart> {
  readonly parts: readonly P[];
  /** The class that the customer chose; default: 标准. */
  readonly lead?: LeadClass | undefined;
  /**
   * The handling of a part whose material tag or option has no price: `zero` counts an option as 0 and rejects a missing tag;
   * `open` leaves the line without a price, for a manual review.
   */
  readonly unpriced: 'zero' | 'open';
}

/** Facts that neither the parts nor the catalogue contain. */
export interface CartFacts {
  /** The customer has no order yet. */
  readonly isNewCustomer: boolean;
  /** In the order of the parts. */
  readonly lines: readonly LineFacts[];
}

export interface LineFacts {
  readonly hasDrawing: boolean;
  /** Findings of the model checks that need a manual review, as text. */
  readonly holds: readonly string[];
  /** Whether it repeats a line of an earlier order; null if no rule uses it. */
  readonly isRepeat: boolean | null;
  /** Absent if no rule counts measures or the part has no measured model. */
  readonly measured?: MeasuredModel | undefined;
}

/** A part with its material and price. If staff must set the price, its trace has an `open` step. */
export interface PricedItem<P extends CartPart = CartPart, M extends CartMaterial = CartMaterial> {
  item: P;
  material: M;
  price: ItemPrice;
}

export interface PricedCart<P extends CartPart = CartPart, M extends CartMaterial = CartMaterial> {
  items: PricedItem<P, M>[];
  facts: CartFacts;
  /** The machining prices of the items; 0 for tags without a price. */
  cncPrice: CncPrice;
  /** The reasons why the cart cannot be ordered at once. */
  reviewReasons: readonly ReviewReason[];
  /** Amounts in addition to the items. */
  charges: readonly Charge[];
  /** The lead class of charges, total and days; default: 标准. */
  lead?: OrderLead | undefined;
  /** Why the parts cannot have the chosen lead class; if not empty, the cart is priced in 标准. */
  leadErrors: readonly string[];
  total: OrderPrice;
}
