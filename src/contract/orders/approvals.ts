import * as z from 'zod/mini';
import { charge } from './charges.ts';
import { timestamp } from '../kernel/fields.ts';
import { storedOffer } from './offer-body.ts';

export type { StoredOffer } from './offer-body.ts';

/** A line of an offer that waits for approval. */
const approvalLine = z.object({
  lineNo: z.number(),
  name: z.string(),
  num: z.number(),
  /** The formula's price in yuan with two decimals, for all pieces; null without one. */
  before: z.nullable(z.string()),
  /** The offered price; null for a declined part. */
  after: z.nullable(z.string()),
  days: z.number(),
  /** For the customer; empty for the formula's price. */
  reason: z.string(),
});
export type ApprovalLine = z.output<typeof approvalLine>;

/** `stale`: the request has changed, so the offer can no longer be approved. */
const APPROVAL_STATES = ['waiting', 'stale', 'released', 'refused', 'replaced'] as const;

/** A request's last offer that needed approval: above its author's discount limit, or below the margin floor. For staff. */
export const offerApproval = z.object({
  id: z.number(),
  state: z.literal([...APPROVAL_STATES]),
  /** The reduction from the automatic price, and the author's limit, in percent. */
  percent: z.number(),
  limitPercent: z.number(),
  /** Only if the margin is below the floor and the caller may see costs. `percent` is null if there is no revenue. */
  margin: z.optional(z.object({ percent: z.nullable(z.number()), floorPercent: z.number() })),
  /** Yuan with two decimals: the automatic price, and the total of the offer. */
  automatic: z.string(),
  total: z.string(),
  lines: z.array(approvalLine),
  charges: z.array(charge),
  /** The offer as its author sent it, to fill the form. */
  offer: storedOffer,
  /** The author's reason. */
  reason: z.string(),
  requestedName: z.string(),
  requestedAt: timestamp,
  /** The caller is the author. */
  isMine: z.boolean(),
  decidedName: z.string(),
  decidedAt: z.nullable(timestamp),
  /** Why it was refused. */
  decisionNote: z.string(),
  /** Whether the caller may refuse the offer, or approve it within the caller's limit. */
  mayRefuse: z.boolean(),
  mayRelease: z.boolean(),
});
export type OfferApproval = z.output<typeof offerApproval>;
