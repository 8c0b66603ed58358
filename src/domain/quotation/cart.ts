import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import type { MeasuredModel } from '#domain/charges/part-measures.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { LeadClass, OrderLead } from '#domain/lead/lead-class.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import type { CncPrice, ItemPrice, OrderPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import type { ModelFigures } from '#domain/stock/part-shape.ts';

/** A part as its customer states it. */
export type CartPart = PartItem & { remark?: string; model?: ModelFigures };

/** A material on sale; density in g/cm³, 0 where it is not known. */
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

/** The rules that are in force. */
export interface CartRules {
  readonly reviewRules: readonly ReviewRule[];
  readonly charges: readonly ChargeRule[];
}

export interface Cart<P extends CartPart = CartPart> {
  readonly parts: readonly P[];
  /** The class that the customer chose; default: 标准. */
  readonly lead?: LeadClass | undefined;
  /**
   * How a part counts that the price table cannot price, because an option or the material's tag has no price: `zero` counts a
   * missing option as 0 and refuses a missing tag; `open` leaves the line without a price, for a manual review.
   */
  readonly unpriced: 'zero' | 'open';
}

/** Facts that are neither in the parts nor in the catalogue. */
export interface CartFacts {
  /** The customer has no order yet. */
  readonly isNewCustomer: boolean;
  /** By the order of the parts. */
  readonly lines: readonly LineFacts[];
}

export interface LineFacts {
  readonly hasDrawing: boolean;
  /** Findings of its model's checks that need a manual review, in words. */
  readonly holds: readonly string[];
  /** It repeats a line of an earlier order; null where no rule uses it. */
  readonly isRepeat: boolean | null;
  /** Its model; absent where no rule counts measures, and without one that could be measured. */
  readonly measured?: MeasuredModel | undefined;
}

/** A part with its material and price. The trace has an open step while staff must give the price. */
export interface PricedItem<P extends CartPart = CartPart, M extends CartMaterial = CartMaterial> {
  item: P;
  material: M;
  price: ItemPrice;
}

export interface PricedCart<P extends CartPart = CartPart, M extends CartMaterial = CartMaterial> {
  items: PricedItem<P, M>[];
  facts: CartFacts;
  /** With them the items were priced; 0 for the tags of open lines. */
  cncPrice: CncPrice;
  /** The reasons why it cannot be ordered at once. */
  reviewReasons: readonly ReviewReason[];
  /** Amounts in addition to the items. */
  charges: readonly Charge[];
  /** The class that charges, total and days count; default: 标准. */
  lead?: OrderLead | undefined;
  /** Why these parts cannot have the class that was chosen, in words: then they are in 标准. */
  leadErrors: readonly string[];
  total: OrderPrice;
}
