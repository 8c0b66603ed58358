import * as z from 'zod/mini';
import { CHARGE_KINDS, type Charge } from '#domain/pricing/charges.ts';
import { inFen, inYuan } from '../kernel/amounts.ts';
import { choice, decimal, optionalText, yuan } from '../kernel/fields.ts';

/** The domain's `Charge` in yuan, as sent and stored. */
export const charge = z.object({
  kind: z.literal(CHARGE_KINDS),
  label: z.string(),
  /** Yuan for the whole order; at most 0 for a discount. */
  amount: z.number(),
  /** For a discount: percent of the sum of the lines. */
  percent: z.optional(z.number()),
  /** Only for the kind `days`, whose amount is 0: working days that it adds to the lines that the formula prices. */
  days: z.optional(z.number()),
  reason: z.string(),
  by: z.string(),
  ruleId: z.optional(z.number()),
  /** The lead class that adds it. */
  leadClassId: z.optional(z.number()),
  /** For a charge that depends on the parts' measurements: the share of each part, in yuan. */
  shares: z.optional(z.array(z.object({ lineNo: z.number(), amount: z.number(), reason: z.string() }))),
});
export type ChargeInYuan = z.output<typeof charge>;

export const chargeInYuan = (charge: Charge): ChargeInYuan => inYuan(charge);
export const chargeInFen = (charge: ChargeInYuan): Charge => inFen(charge, 'amount');

/** Charges that staff may add to an offer. */
export const OFFER_CHARGE_KINDS = CHARGE_KINDS.filter((kind) => kind !== 'discount' && kind !== 'days');
export const MAX_OFFER_CHARGES = 20;

const offerCharge = z.strictObject({
  kind: choice('费用', OFFER_CHARGE_KINDS),
  /** Default: the name of the kind. */
  label: z.optional(optionalText('费用名称', 30)),
  amount: yuan('费用金额'),
  reason: z.optional(optionalText('费用说明', 200)),
});

export const offerCharges = z
  .array(offerCharge, { error: '附加费必须是列表' })
  .check(z.maxLength(MAX_OFFER_CHARGES, { error: `附加费最多${MAX_OFFER_CHARGES}项` }));

/** A discount on all lines of an offer; charges are not discounted. */
export const offerDiscount = z.strictObject({
  percent: decimal('折扣', { min: 0.01, max: 100, decimals: 2 }),
  reason: z.optional(optionalText('折扣说明', 200)),
});
