import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { PartFields } from './draft.ts';
import type { PartView } from './price-draft.ts';

/** What the shop's rules make of the parts. */
export interface ReviewResult {
  /** A part's price with what holds it; hidden where a rule hides it. */
  viewOf: (part: PartFields) => PartView;
  /** What holds the quotation as a whole. */
  reviewReasons: readonly ReviewReason[];
}
