import * as z from 'zod/mini';
import { offerAlternatives } from './alternatives.ts';
import { offerCharges, offerDiscount } from './charges.ts';
import { choice, decimal, id, optionalText, version, whole, yuan } from '../kernel/fields.ts';
import { MAX_ITEMS } from './part-item.ts';

export const OFFER_LINE_KINDS = ['formula', 'price', 'declined'] as const;

/** The shop's decision about one line. Lines that are not listed do not change. */
const offerLine = z
  .strictObject({
    lineNo: whole('零件', { min: 1, max: MAX_ITEMS }),
    kind: choice('报价方式', OFFER_LINE_KINDS),
    /** Only for `price`: the amount in yuan and the days for all pieces. */
    amount: z.optional(yuan('金额')),
    days: z.optional(decimal('交期', { min: 0, max: 3_650, decimals: 2 })),
    /** For the customer; required for `declined`, and for a `price` that changes the formula's by more than 50 %. */
    reason: z.optional(optionalText('原因', 200)),
    /** Confirms an amount of 0. */
    isFree: z.optional(z.boolean({ error: '是否免费必须是 true 或 false' })),
  })
  .check((payload) => {
    const { kind, amount, days, reason = '', isFree } = payload.value;
    const addIssue = (path: string, message: string) =>
      payload.issues.push({ code: 'custom', message, path: [path], input: payload.value });
    if (kind === 'declined' && reason.trim() === '') addIssue('reason', '请填写不报价的原因，客户可见');
    if (kind !== 'price') return;
    if (amount === undefined) addIssue('amount', '请输入金额');
    if (amount === 0 && !isFree) addIssue('amount', '金额为 0 时请确认免费');
    if (days === undefined) addIssue('days', '请输入交期');
  });
export type OfferLine = z.output<typeof offerLine>;

const decisions = {
  lines: z.array(offerLine, { error: '零件必须是列表' }).check(
    z.maxLength(MAX_ITEMS, { error: `一次最多报价${MAX_ITEMS}个零件` }),
    z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, {
      error: '同一零件只能出现一次',
    }),
  ),
  /** Replaces the charges of the request. */
  charges: z.optional(offerCharges),
  discount: z.optional(offerDiscount),
  alternatives: z.optional(offerAlternatives),
  /** Confirms a total of 0, unless all lines are confirmed to be free. */
  isFree: z.optional(z.boolean({ error: '是否免费必须是 true 或 false' })),
  /** For the customer, in the order's history. */
  note: z.optional(optionalText('说明', 500)),
  /** Default: the setting `quote.validDays`. */
  validDays: z.optional(whole('有效期', { min: 1, max: 365 })),
};

export const offerBody = z.strictObject({
  ...decisions,
  /** For the approver, if the offer needs approval. */
  approvalReason: z.optional(optionalText('给审批人的说明', 500)),
  /** The id of the pending offer that this one replaces. */
  replacesId: z.optional(id),
  version,
});
export type Offer = z.output<typeof offerBody>;

/** An offer as stored until its approval. */
export const storedOffer = z.object(decisions);
export type StoredOffer = z.output<typeof storedOffer>;
