import * as z from 'zod/mini';
import { priceWithAlternatives, type Alternative } from '#domain/pricing/alternatives.ts';
import { inFen, inYuan } from '../kernel/amounts.ts';
import { decimal, optionalText, whole, yuan } from '../kernel/fields.ts';
import { MAX_ITEMS } from './part-item.ts';

/** Another quantity or variant of a line in an offer: the domain's `Alternative` in yuan, as sent and stored. */
export const alternative = z.object({
  no: z.number(),
  lineNo: z.number(),
  num: z.number(),
  label: z.string(),
  /** Yuan and days for all pieces. */
  amount: z.number(),
  days: z.number(),
  by: z.string(),
});
export type AlternativeInYuan = z.output<typeof alternative>;

export const alternativeInYuan = (alternative: Alternative): AlternativeInYuan => inYuan(alternative);
export const alternativeInFen = (alternative: AlternativeInYuan): Alternative => inFen(alternative, 'amount');

interface OfferedAmount {
  lineNo: number;
  /** Yuan for all pieces; null without a price. */
  amount: number | string | null;
  days: number;
}

/** The total of an offer, in yuan, with the chosen alternatives instead of their lines. */
export function priceOfChosen(
  lines: readonly OfferedAmount[],
  charges: readonly { amount: number | string; percent?: number }[],
  alternatives: readonly (OfferedAmount & { no: number; amount: number | string })[],
  chosen: readonly number[],
): number {
  const counted = inFen(lines, 'amount').map(({ amountFen: fen, ...line }) => ({ ...line, fen }));
  const selected = alternatives.filter(({ no }) => chosen.includes(no));
  return inYuan(priceWithAlternatives(counted, inFen(charges, 'amount'), inFen(selected, 'amount'))).total;
}

/** The limits for one line and for a whole offer. */
export const MAX_LINE_ALTERNATIVES = 5;
export const MAX_ALTERNATIVES = 100;

const offerAlternative = z
  .strictObject({
    lineNo: whole('零件', { min: 1, max: MAX_ITEMS }),
    num: whole('数量', { min: 1, max: 1_000_000 }),
    /** Tells the customer what differs apart from the quantity. */
    label: z.optional(optionalText('方案说明', 60)),
    amount: yuan('金额'),
    days: decimal('交期', { min: 0, max: 3_650, decimals: 2 }),
    /** Confirms an amount of 0. */
    isFree: z.optional(z.boolean({ error: '是否免费必须是 true 或 false' })),
  })
  .check(
    z.refine(({ amount, isFree }) => amount > 0 || isFree === true, {
      error: '金额为 0 时请确认免费',
      path: ['amount'],
    }),
  );

export const offerAlternatives = z.array(offerAlternative, { error: '方案必须是列表' }).check(
  z.maxLength(MAX_ALTERNATIVES, { error: `方案最多${MAX_ALTERNATIVES}个` }),
  z.refine(
    (list) =>
      list.every(
        ({ lineNo }) => list.filter((other) => other.lineNo === lineNo).length <= MAX_LINE_ALTERNATIVES,
      ),
    { error: `每个零件最多${MAX_LINE_ALTERNATIVES}个方案` },
  ),
);

/** The numbers of the chosen alternatives, at most one for each line. */
export const chosenAlternatives = z
  .array(whole('方案', { min: 1, max: MAX_ALTERNATIVES }), { error: '所选方案必须是列表' })
  .check(z.maxLength(MAX_ALTERNATIVES, { error: `所选方案最多${MAX_ALTERNATIVES}个` }));
