import * as z from 'zod/mini';
import { EDGES } from '#domain/gates/reviewed-cart.ts';
import { GATE_KINDS, PRICE_DISPLAYS } from '#domain/gates/gate-rule.ts';

const line = { lineNo: z.number() };

/** The smallest change of a line that lifts a gate (`Lift` of the domain). */
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

/** What keeps an order for a manual review (`OpenGate` of the domain). */
export const openGate = z.object({
  ruleId: z.nullable(z.number()),
  kind: z.literal([...GATE_KINDS, 'unpriced', 'asked']),
  /** From 1; null for the whole order. */
  lineNo: z.nullable(z.number()),
  sentence: z.string(),
  fact: z.string(),
  priceDisplay: z.literal([...PRICE_DISPLAYS]),
  lift: z.nullable(lift),
});
