import { inYuan } from '#contract/kernel/amounts.ts';
import type { Offer } from '#contract/orders/offer-body.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { SuggestionInYuan } from '#contract/orders/quotes.ts';
import type { Fen } from '#domain/money.ts';
import { traceOfQuantity } from '#domain/pricing/alternatives.ts';
import type { OfferedLine } from '#domain/pricing/reduction.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { amountText, automaticFenOf, parseLine } from './offer-draft.ts';

/** The input for one alternative. */
export interface AlternativeDraft {
  /** Stable when other rows are removed. */
  key: number;
  lineNo: number;
  num: string;
  /** The difference from the line, other than the quantity. */
  label: string;
  /** Empty: the formula's price and days for the quantity. */
  amount: string;
  days: string;
  /** Confirms an amount of 0. */
  isFree: boolean;
}

type OfferAlternative = NonNullable<Offer['alternatives']>[number];

export interface ParsedAlternative {
  /** The formula's price for the quantity; null where it has none. */
  automatic: { fen: Fen; days: number } | null;
  /** The line whose reduction the discount limit applies to; undefined while the draft is invalid. */
  reductionLine?: Pick<OfferedLine, 'line' | 'automaticFen'>;
  /** The alternative to send; undefined while the draft is invalid. */
  body?: OfferAlternative;
  errors: Partial<Record<'num' | 'label' | 'amount' | 'days', string>>;
}

/** The initial form, from the alternatives of the revision or of an offer that awaits approval. */
export const alternativeDraftsOf = (
  alternatives: readonly Omit<OfferAlternative, 'isFree'>[],
): AlternativeDraft[] =>
  alternatives.map(({ lineNo, num, label = '', amount, days }, key) => ({
    key,
    lineNo,
    num: String(num),
    label,
    amount: amountText(amount),
    days: String(days),
    isFree: amount === 0,
  }));

export function withAlternative(
  drafts: readonly AlternativeDraft[],
  added: Omit<AlternativeDraft, 'key'>,
): AlternativeDraft[] {
  return [...drafts, { key: unusedKey(drafts), ...added }];
}

export const unusedKey = (drafts: readonly { key: number }[]): number =>
  Math.max(-1, ...drafts.map(({ key }) => key)) + 1;

export const MAX_LABEL = 60;
/** How the pricing code describes a changed quantity. */
const QUANTITY_CHANGE = /^数量由/;

/** A suggestion as an alternative. If only the quantity differs, the formula's price applies. */
export function alternativeOfSuggestion(
  lineNo: number,
  { changes, num, sub_total, amount = sub_total, delivery_time }: SuggestionInYuan,
): Omit<AlternativeDraft, 'key'> {
  const label = changes.filter((change) => !QUANTITY_CHANGE.test(change)).join('；');
  const isFormula = label === '';
  return {
    lineNo,
    num: String(num),
    label: label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label,
    amount: isFormula ? '' : amountText(amount),
    days: isFormula ? '' : String(delivery_time),
    isFree: false,
  };
}

const MAX_PIECES = 1_000_000;

export function parseAlternative(item: OrderItem, draft: AlternativeDraft): ParsedAlternative {
  const num = parseFigure(draft.num);
  if (typeof num !== 'number' || !Number.isInteger(num) || num < 1 || num > MAX_PIECES) {
    return { automatic: null, errors: { num: '请输入件数' } };
  }
  const label = draft.label.trim();
  const isUnchanged = num === item.num && label === '';
  const formula = traceOfQuantity(item.trace, num);
  const automaticFen = automaticFenOf({ ...item, sub_total: formula.sub_total });
  const automatic = automaticFen === null ? null : { fen: automaticFen, days: formula.delivery_time };
  const { line, errors } = parseLine(
    { ...item, num, sub_total: formula.sub_total, delivery_time: formula.delivery_time },
    // The reason is a placeholder: a line needs one for a large change of price, an alternative has none.
    { ...draft, reason: '方案', isDeclined: false },
  );
  const allErrors = isUnchanged ? { ...errors, label: '请填写与原方案的区别' } : errors;
  if (line.fen === null || Object.keys(allErrors).length > 0) return { automatic, errors: allErrors };
  return {
    automatic,
    reductionLine: { line, automaticFen },
    body: inYuan({
      lineNo: draft.lineNo,
      num,
      label,
      amountFen: line.fen,
      days: line.days,
      ...(line.fen === 0 ? { isFree: true } : {}),
    }),
    errors: {},
  };
}
