import type { OfferLine } from '#contract/orders/offer-body.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { fenFromYuan, yuanFromFen, yuanText, type Fen } from '#domain/money.ts';
import { parseNumber, plainDigits } from '#domain/parse-number.ts';
import type { Line } from '#domain/pricing/line.ts';
import { needsPriceReason } from '#domain/pricing/price-jump.ts';
import { parseFigure } from '#domain/parse-figure.ts';

/** The input for one line. */
export interface LineDraft {
  /** Empty: the formula's price, even if the days are changed. */
  amount: string;
  /** Empty: the formula's days. */
  days: string;
  reason: string;
  isDeclined: boolean;
  /** Confirms an amount of 0. */
  isFree: boolean;
}

export interface ParsedLine {
  line: Line;
  /** The decision to send; undefined while the draft is invalid. */
  decision?: OfferLine;
  errors: Partial<Record<'amount' | 'days' | 'reason', string>>;
}

/** The initial input: from the pending offer, else from earlier decisions, else empty. */
export function draftOf({ trace }: Pick<OrderItem, 'trace'>, pending?: OfferLine): LineDraft {
  const step = pending ?? trace.steps?.at(-1);
  const empty = { amount: '', days: '', reason: '', isDeclined: false, isFree: false };
  if (step?.kind === 'declined') return { ...empty, reason: step.reason ?? '', isDeclined: true };
  if (step?.kind !== 'price') return empty;
  const { amount = 0, days = 0, reason = '' } = step;
  return {
    ...empty,
    amount: amountText(amount),
    days: String(days),
    reason,
    isFree: amount === 0,
  };
}

type OfferedItem = Pick<OrderItem, 'lineNo' | 'num' | 'sub_total' | 'delivery_time' | 'trace'>;

/** True if the formula has no price for this part. */
export const isUnpriced = ({ trace }: Pick<OrderItem, 'trace'>): boolean =>
  trace.steps?.some((step) => step.kind === 'open' && !step.isHeld) ?? false;

type PricedItem = Pick<OrderItem, 'trace' | 'sub_total'>;

/** The formula's price for all pieces; null where it has none. */
export const automaticFenOf = (item: PricedItem): Fen | null =>
  isUnpriced(item) ? null : fenFromYuan(item.sub_total);

/** Formats wire yuan for an input. */
export const amountText = (yuan: number): string => yuanText(fenFromYuan(yuan));

/** A change of the formula's price, in yuan, that is so large that it needs a reason; otherwise undefined. */
export function jumpOf(item: PricedItem, { state, fen }: Line): { from: number; to: number } | undefined {
  if (state !== 'price' || fen === null || !needsPriceReason(automaticFenOf(item), fen)) return undefined;
  return { from: item.sub_total, to: yuanFromFen(fen) };
}

export function requiredFields(
  item: PricedItem,
  draft: LineDraft,
  { line }: Pick<ParsedLine, 'line'>,
): (keyof ParsedLine['errors'])[] {
  if (draft.isDeclined) return ['reason'];
  const amount = isUnpriced(item) ? (['amount'] as const) : [];
  return jumpOf(item, line) ? [...amount, 'reason'] : [...amount];
}

export function parseLine(item: OfferedItem, draft: LineDraft): ParsedLine {
  const { lineNo } = item;
  const reason = draft.reason.trim();
  const unpriced: Line = { state: 'open', fen: null, days: 0 };
  if (draft.isDeclined) {
    const errors = reason === '' ? { reason: '请填写不报价的原因' } : {};
    const line: Line = { state: 'declined', fen: null, days: 0 };
    return { line, errors, ...(reason === '' ? {} : { decision: { lineNo, kind: 'declined', reason } }) };
  }
  const isFormulaPrice = draft.amount.trim() === '';
  if (isFormulaPrice && isUnpriced(item))
    return { line: unpriced, errors: { amount: '价格表不能报价，请输入金额' } };
  if (isFormulaPrice && draft.days.trim() === '') {
    const line: Line = { state: 'formula', fen: fenFromYuan(item.sub_total), days: item.delivery_time };
    return { line, errors: {}, decision: { lineNo, kind: 'formula' } };
  }
  const fen = isFormulaPrice ? fenFromYuan(item.sub_total) : parseAmount(draft.amount, item);
  const days = draft.days.trim() === '' ? item.delivery_time : parseFigure(draft.days, 'days');
  const errors: ParsedLine['errors'] = {};
  if (fen === undefined) errors.amount = '请输入金额，或 +8%、88.5/件';
  else if (fen === 0 && !draft.isFree) errors.amount = '金额为 0 时请勾选“免费”';
  if (typeof days !== 'number' || days < 0) errors.days = '请输入天数';
  if (fen === undefined || typeof days !== 'number') return { line: unpriced, errors };
  const line: Line = { state: 'price', fen, days };
  if (reason === '' && jumpOf(item, line)) errors.reason = '与自动报价相差超过 50%，请填写说明';
  if (Object.keys(errors).length > 0) return { line, errors };
  const { isFree } = draft;
  return {
    line,
    errors,
    decision: {
      lineNo,
      kind: 'price',
      amount: yuanFromFen(fen),
      days,
      reason,
      ...(fen === 0 ? { isFree } : {}),
    },
  };
}

/** Counts the problems that prevent sending, as a sentence; '' if there are none. */
export function lineProblemsText(rows: readonly { line: LineDraft; parsed: ParsedLine }[]): string {
  const problems: string[] = [];
  const report = (
    problem: string,
    hasProblem: (errors: ParsedLine['errors'], draft: LineDraft) => boolean,
  ) => {
    const count = rows.filter(({ line, parsed }) => hasProblem(parsed.errors, line)).length;
    if (count > 0) problems.push(`${count} 个零件${problem}`);
  };
  report('没有报价', ({ amount }, draft) => amount !== undefined && draft.amount.trim() === '');
  report('金额有误', ({ amount }, draft) => amount !== undefined && draft.amount.trim() !== '');
  report('交期有误', ({ days }) => days !== undefined);
  report('没有填写说明', ({ reason }) => reason !== undefined);
  return problems.length > 0 ? `还有 ${problems.join('、')}` : '';
}

/** In fen, for all pieces. The text is an amount, a change of the formula's price (`+8%`) or a price per piece (`88.5/件`). */
function parseAmount(text: string, { num, sub_total }: OfferedItem): Fen | undefined {
  const plain = plainDigits(text).trim();
  const percent = /^([+-].*)%$/.exec(plain)?.[1];
  const pricePerPiece = /^(.*)\/(?:件|个|pcs?)?$/i.exec(plain)?.[1];
  if (percent !== undefined) {
    const change = parseNumber(percent);
    return roundInRange(
      typeof change === 'number' ? applyPercent(fenFromYuan(sub_total), change) : undefined,
    );
  }
  // Rejects `+8`: its % is probably missing.
  const yuan = plain.startsWith('+') ? undefined : parseFigure(pricePerPiece ?? plain, 'yuan');
  return roundInRange(
    typeof yuan === 'number' ? yuan * 100 * (pricePerPiece === undefined ? 1 : num) : undefined,
  );
}

/** Rounds up, so that `-5%` is within a limit of 5%; first rounds to four decimals, to remove floating-point errors. */
const applyPercent = (fen: Fen, percent: number): Fen =>
  Math.ceil(Number((fen * (1 + percent / 100)).toFixed(4)));

const MAX_FEN = 9_999_999_999;

/** Undefined if an offer cannot contain the amount. */
function roundInRange(fen: number | undefined): Fen | undefined {
  const rounded = fen === undefined ? Number.NaN : Math.round(fen);
  return rounded >= 0 && rounded <= MAX_FEN ? rounded : undefined;
}
