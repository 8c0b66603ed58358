import * as z from 'zod/mini';
import { charge } from './charges.ts';
import { timestamp } from '../kernel/fields.ts';
import { storedOffer } from './offer-body.ts';

export type { StoredOffer } from './offer-body.ts';

/** A line of an offer that waits for approval, with its automatic price. */
const approvalLine = z.object({
  lineNo: z.number(),
  name: z.string(),
  num: z.number(),
  /** Yuan with two decimals for all pieces; null where the formula has no price. */
  before: z.nullable(z.string()),
  /** Null for a part that is declined. */
  after: z.nullable(z.string()),
  days: z.number(),
  /** For the customer; empty where the formula's price counts. */
  reason: z.string(),
});
export type ApprovalLine = z.output<typeof approvalLine>;

/** `stale`: the request has changed since, so the offer can no longer be approved. */
const APPROVAL_STATES = ['waiting', 'stale', 'released', 'refused', 'replaced'] as const;

/** The last offer of a request that was above the limit of its author, or below the floor. For staff only. */
export const offerApproval = z.object({
  id: z.number(),
  state: z.literal([...APPROVAL_STATES]),
  /** By how much it is below the automatic price, and what its author may reduce, in percent. */
  percent: z.number(),
  limitPercent: z.number(),
  /** Where the margin is below the floor, for those who see costs: both in percent; absent otherwise. No revenue, no margin. */
  margin: z.optional(z.object({ percent: z.nullable(z.number()), floorPercent: z.number() })),
  /** Yuan with two decimals: the automatic price of the priced lines, and the total of the offer. */
  automatic: z.string(),
  total: z.string(),
  lines: z.array(approvalLine),
  charges: z.array(charge),
  /** As its author sent it, for the form. */
  offer: storedOffer,
  /** The author's reason. */
  reason: z.string(),
  requestedName: z.string(),
  requestedAt: timestamp,
  /** The caller is its author. */
  isMine: z.boolean(),
  decidedName: z.string(),
  decidedAt: z.nullable(timestamp),
  /** Why it was refused. */
  decisionNote: z.string(),
  /** The caller may refuse it, and release it within the own limit. */
  mayRefuse: z.boolean(),
  mayRelease: z.boolean(),
});
export type OfferApproval = z.output<typeof offerApproval>;
