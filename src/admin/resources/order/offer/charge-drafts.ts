import { inYuan } from '#contract/kernel/amounts.ts';
import type { Offer } from '#contract/orders/offer-body.ts';
import { CHARGE_LABELS, discountOn, type Charge, type ChargeKind } from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberProblem } from '#domain/parse-number.ts';

/** One charge of the form, as typed. */
export interface ChargeDraft {
  /** Stable when other rows are removed. */
  key: number;
  kind: Exclude<ChargeKind, 'discount' | 'days'>;
  /** A name given by a charge rule; empty: the name of the kind. */
  label: string;
  amount: string;
  reason: string;
}

/** Charges and discount of the form, as typed. */
export interface ChargesDraft {
  charges: readonly ChargeDraft[];
  /** Percent; empty: none. */
  discount: string;
  discountReason: string;
}

/** The parsed draft: the charges for the preview, the body to send, and the errors. */
export interface ReadCharges {
  charges: Charge[];
  body: Pick<Offer, 'charges' | 'discount'>;
  /** The errors of amounts by key, and that of the discount. */
  errors: { amounts: ReadonlyMap<number, string>; discount?: string };
}

interface Charged {
  charges: readonly Charge[];
}

/**
 * The initial form, from the charges of the order's revision or of an offer that awaits approval. Leaves out waived charges
 * (返单免收), and those of the lead class and of machine time, which are added automatically.
 */
export function chargesDraftOf({ charges: all }: Charged): ChargesDraft {
  const charges = all.filter(({ leadClassId }) => leadClassId === undefined);
  const discount = charges.find(({ kind }) => kind === 'discount');
  return {
    charges: charges.flatMap(({ kind, label, amountFen, reason }, key) =>
      kind === 'discount' || kind === 'days' || amountFen === 0
        ? []
        : [
            {
              key,
              kind,
              label: label === CHARGE_LABELS[kind] ? '' : label,
              amount: yuanText(amountFen),
              reason,
            },
          ],
    ),
    discount: discount?.percent === undefined ? '' : String(discount.percent),
    discountReason: discount?.reason ?? '',
  };
}

/** Parses the charges, and the discount on these lines. */
export function readCharges(draft: ChargesDraft, lines: readonly Line[]): ReadCharges {
  const amounts = new Map<number, string>();
  const read = draft.charges.flatMap(({ key, kind, label, amount, reason }) => {
    const yuan = parseFigure(amount, 'yuan');
    if (typeof yuan !== 'number' || yuan <= 0 || yuan > 99_999_999.99) {
      amounts.set(key, yuan === undefined ? numberProblem(amount, '金额') : '请输入大于 0 的金额');
      return [];
    }
    const named = label === '' ? {} : { label };
    return [{ kind, ...named, amountFen: fenFromYuan(yuan), reason: reason.trim() }];
  });
  const charges: Charge[] = read.map((one) => ({ label: CHARGE_LABELS[one.kind], ...one, by: '' }));
  const body: ReadCharges['body'] = { charges: inYuan(read) };
  if (draft.discount.trim() === '') return { charges, body, errors: { amounts } };
  const typed = parseFigure(draft.discount.replace(/[%％]\s*$/, ''));
  const percent = typeof typed === 'number' ? Number(typed.toFixed(2)) : 0;
  if (percent <= 0 || percent > 100) {
    return { charges, body, errors: { amounts, discount: '折扣应为 0.01–100%' } };
  }
  const reason = draft.discountReason.trim();
  return {
    charges: [...charges, discountOn(lines, { percent, reason, by: '' })],
    body: { ...body, discount: { percent, reason } },
    errors: { amounts },
  };
}

/** Has the user changed the form since it opened? */
export function isChargesTouched(draft: ChargesDraft, opened: Charged): boolean {
  const { charges, discount, discountReason } = chargesDraftOf(opened);
  const textOf = (rows: ChargesDraft['charges']) =>
    JSON.stringify(rows.map(({ kind, amount, reason }) => [kind, amount, reason]));
  return (
    draft.discount !== discount ||
    draft.discountReason !== discountReason ||
    textOf(draft.charges) !== textOf(charges)
  );
}
