export type PricingErrorCode =
  /** There is no machining price for the material's tag. */
  | 'no_machining_price'
  /** The quantity is not a whole number of at least 1. */
  | 'invalid_quantity'
  /** A size of the part or of the stock is not a positive number. */
  | 'invalid_size'
  /** A figure is not finite, is negative, or exceeds the largest amount the shop quotes. */
  | 'out_of_range'
  /** The trace was written by a formula that this kernel does not know. */
  | 'unknown_formula';

/** Why an item cannot be priced; server and pages turn the code into a sentence. */
export class PricingError extends Error {
  readonly code: PricingErrorCode;

  constructor(code: PricingErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'PricingError';
    this.code = code;
  }
}
