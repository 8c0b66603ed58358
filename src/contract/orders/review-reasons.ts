import * as z from 'zod/mini';
import { EDGES } from '#domain/review/reviewed-cart.ts';
import { REVIEW_RULE_KINDS, PRICE_DISPLAYS } from '#domain/review/review-rule.ts';

const line = { lineNo: z.number() };

/** `Lift` of the domain. */
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

/** `ReviewReason` of the domain. */
export const reviewReason = z.object({
  ruleId: z.nullable(z.number()),
  kind: z.literal([...REVIEW_RULE_KINDS, 'unpriced', 'asked']),
  /** From 1; null for the whole order. */
  lineNo: z.nullable(z.number()),
  sentence: z.string(),
  fact: z.string(),
  priceDisplay: z.literal([...PRICE_DISPLAYS]),
  lift: z.nullable(lift),
});
