import * as z from 'zod/mini';
import { EDGES } from '#domain/review/reviewed-cart.ts';
import { REVIEW_RULE_KINDS, PRICE_DISPLAYS } from '#domain/review/review-rule.ts';

const line = { lineNo: z.number() };

/** The smallest change of a line that removes the reason; the domain's `Lift`. */
const lift = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pieces'), ...line, num: z.number() }),
  z.object({
    kind: z.literal('split'),
    ...line,
    edge: z.literal([...EDGES]),
    parts: z.number(),
    mm: z.number(),
  }),
  z.object({ kind: z.literal('drawing'), ...line }),
]);

/** The domain's `ReviewReason`. */
export const reviewReason = z.object({
  ruleId: z.nullable(z.number()),
  kind: z.literal([...REVIEW_RULE_KINDS, 'unpriced', 'asked']),
  /** Counts from 1; null for the whole order. */
  lineNo: z.nullable(z.number()),
  sentence: z.string(),
  fact: z.string(),
  priceDisplay: z.literal([...PRICE_DISPLAYS]),
  lift: z.nullable(lift),
});
