import { inYuan } from '#contract/kernel/amounts.ts';
import type { Offer } from '#contract/orders/offer-body.ts';
import { CHARGE_LABELS, discountOn, type Charge, type ChargeKind } from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';

/** The input for one charge. */
export interface ChargeDraft {
  /** Stable when other rows are removed. */
  key: number;
  kind: Exclude<ChargeKind, 'discount' | 'days'>;
  /** A name given by a charge rule; empty: the name of the kind. */
  label: string;
  amount: string;
  reason: string;
}

export interface ChargesDraft {
  charges: readonly ChargeDraft[];
  /** Percent; empty: none. */
  discount: string;
  discountReason: string;
}

export interface ParsedCharges {
  /** The valid charges and the discount, with which the offer is priced. */
  charges: Charge[];
  body: Pick<Offer, 'charges' | 'discount'>;
  /** `amounts` contains errors by the keys of the charges. */
  errors: { amounts: ReadonlyMap<number, string>; discount?: string };
}

interface WithCharges {
  charges: readonly Charge[];
}

/**
 * The initial input, from the charges of the order's revision or of an offer that awaits approval. Omits waived charges
 * (返单免收) and the charges of lead class and machine time, which are added automatically.
 */
export function chargesDraftOf({ charges: all }: WithCharges): ChargesDraft {
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

export function parseCharges(draft: ChargesDraft, lines: readonly Line[]): ParsedCharges {
  const amounts = new Map<number, string>();
  const parsedCharges = draft.charges.flatMap(({ key, kind, label, amount, reason }) => {
    const yuan = parseFigure(amount, 'yuan');
    if (typeof yuan !== 'number' || yuan <= 0 || yuan > 99_999_999.99) {
      amounts.set(key, yuan === undefined ? numberError(amount, '金额') : '请输入大于 0 的金额');
      return [];
    }
    const customLabel = label === '' ? {} : { label };
    return [{ kind, ...customLabel, amountFen: fenFromYuan(yuan), reason: reason.trim() }];
  });
  const charges: Charge[] = parsedCharges.map((charge) => ({
    label: CHARGE_LABELS[charge.kind],
    ...charge,
    by: '',
  }));
  const body: ParsedCharges['body'] = { charges: inYuan(parsedCharges) };
  if (draft.discount.trim() === '') return { charges, body, errors: { amounts } };
  const parsed = parseFigure(draft.discount.replace(/[%％]\s*$/, ''));
  const percent = typeof parsed === 'number' ? Number(parsed.toFixed(2)) : 0;
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

/** True if the input differs from its initial values. */
export function areChargesChanged(draft: ChargesDraft, initial: WithCharges): boolean {
  const { charges, discount, discountReason } = chargesDraftOf(initial);
  const textOf = (rows: ChargesDraft['charges']) =>
    JSON.stringify(rows.map(({ kind, amount, reason }) => [kind, amount, reason]));
  return (
    draft.discount !== discount ||
    draft.discountReason !== discountReason ||
    textOf(draft.charges) !== textOf(charges)
  );
}
