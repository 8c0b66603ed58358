import type { OfferLine } from '#contract/orders/offer-body.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { fenFromYuan, yuanFromFen, yuanText, type Fen } from '#domain/money.ts';
import { parseNumber, plainDigits } from '#domain/parse-number.ts';
import type { Line } from '#domain/pricing/line.ts';
import { needsReason } from '#domain/pricing/price-jump.ts';
import { parseFigure } from '#domain/parse-figure.ts';

/** One line of the form, as typed. */
export interface LineDraft {
  /** Empty: the formula's price, also with other days. */
  amount: string;
  /** Empty: the formula's days. */
  days: string;
  reason: string;
  isDeclined: boolean;
  /** Confirms an amount of 0. */
  isFree: boolean;
}

/** A line as read from its draft. */
export interface ReadLine {
  line: Line;
  /** The decision to send; undefined while the draft is invalid. */
  decision?: OfferLine;
  errors: Partial<Record<'amount' | 'days' | 'reason', string>>;
}

/** The initial form: from the unsent offer, else from earlier decisions, else empty. */
export function draftOf({ trace }: Pick<OrderItem, 'trace'>, kept?: OfferLine): LineDraft {
  const step = kept ?? trace.steps?.at(-1);
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

/** Does the formula have no price for this part? */
export const isOpen = ({ trace }: Pick<OrderItem, 'trace'>): boolean =>
  trace.steps?.some((step) => step.kind === 'open' && !step.isHeld) ?? false;

type PricedItem = Pick<OrderItem, 'trace' | 'sub_total'>;

/** The formula's price for all pieces; null where it has none. */
export const automaticFenOf = (item: PricedItem): Fen | null =>
  isOpen(item) ? null : fenFromYuan(item.sub_total);

/** Yuan of the wire as text for an input. */
export const amountText = (yuan: number): string => yuanText(fenFromYuan(yuan));

/** The change of the formula's price, in yuan, if it is so large that it needs a reason; otherwise undefined. */
export function jumpOf(item: PricedItem, { state, fen }: Line): { from: number; to: number } | undefined {
  if (state !== 'price' || fen === null || !needsReason(automaticFenOf(item), fen)) return undefined;
  return { from: item.sub_total, to: yuanFromFen(fen) };
}

/** The required fields of the line. */
export function neededFields(
  item: PricedItem,
  draft: LineDraft,
  { line }: Pick<ReadLine, 'line'>,
): (keyof ReadLine['errors'])[] {
  if (draft.isDeclined) return ['reason'];
  const amount = isOpen(item) ? (['amount'] as const) : [];
  return jumpOf(item, line) ? [...amount, 'reason'] : [...amount];
}

/** Parses the draft of a line. */
export function readLine(item: OfferedItem, draft: LineDraft): ReadLine {
  const { lineNo } = item;
  const reason = draft.reason.trim();
  const open: Line = { state: 'open', fen: null, days: 0 };
  if (draft.isDeclined) {
    const errors = reason === '' ? { reason: '请填写不报价的原因' } : {};
    const line: Line = { state: 'declined', fen: null, days: 0 };
    return { line, errors, ...(reason === '' ? {} : { decision: { lineNo, kind: 'declined', reason } }) };
  }
  const isFormulaPrice = draft.amount.trim() === '';
  if (isFormulaPrice && isOpen(item)) return { line: open, errors: { amount: '价格表不能报价，请输入金额' } };
  if (isFormulaPrice && draft.days.trim() === '') {
    const line: Line = { state: 'formula', fen: fenFromYuan(item.sub_total), days: item.delivery_time };
    return { line, errors: {}, decision: { lineNo, kind: 'formula' } };
  }
  const fen = isFormulaPrice ? fenFromYuan(item.sub_total) : amountOf(draft.amount, item);
  const days = draft.days.trim() === '' ? item.delivery_time : parseFigure(draft.days, 'days');
  const errors: ReadLine['errors'] = {};
  if (fen === undefined) errors.amount = '请输入金额，或 +8%、88.5/件';
  else if (fen === 0 && !draft.isFree) errors.amount = '金额为 0 时请勾选“免费”';
  if (typeof days !== 'number' || days < 0) errors.days = '请输入天数';
  if (fen === undefined || typeof days !== 'number') return { line: open, errors };
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

/** The problems that prevent sending, as a sentence; '' if there are none. */
export function missingText(rows: readonly { line: LineDraft; read: ReadLine }[]): string {
  const gaps: string[] = [];
  const say = (what: string, isMissing: (errors: ReadLine['errors'], typed: LineDraft) => boolean) => {
    const count = rows.filter(({ line, read }) => isMissing(read.errors, line)).length;
    if (count > 0) gaps.push(`${count} 个零件${what}`);
  };
  say('没有报价', ({ amount }, typed) => amount !== undefined && typed.amount.trim() === '');
  say('金额有误', ({ amount }, typed) => amount !== undefined && typed.amount.trim() !== '');
  say('交期有误', ({ days }) => days !== undefined);
  say('没有填写说明', ({ reason }) => reason !== undefined);
  return gaps.length > 0 ? `还有 ${gaps.join('、')}` : '';
}

/** Fen for all pieces: an amount, a change of the formula's price (`+8%`), or a price per piece (`88.5/件`). */
function amountOf(text: string, { num, sub_total }: OfferedItem): Fen | undefined {
  const plain = plainDigits(text).trim();
  const percent = /^([+-].*)%$/.exec(plain)?.[1];
  const piece = /^(.*)\/(?:件|个|pcs?)?$/i.exec(plain)?.[1];
  if (percent !== undefined) {
    const change = parseNumber(percent);
    return inRange(typeof change === 'number' ? changedBy(fenFromYuan(sub_total), change) : undefined);
  }
  // Refuses `+8`, which probably lacks its %.
  const yuan = plain.startsWith('+') ? undefined : parseFigure(piece ?? plain, 'yuan');
  return inRange(typeof yuan === 'number' ? yuan * 100 * (piece === undefined ? 1 : num) : undefined);
}

/** Rounded up, so that `-5%` is within a limit of 5 %; four decimals first, to remove the errors of binary fractions. */
const changedBy = (fen: Fen, percent: number): Fen =>
  Math.ceil(Number((fen * (1 + percent / 100)).toFixed(4)));

const MAX_FEN = 9_999_999_999;

/** Whole fen; undefined for input that is not valid in an offer. */
function inRange(fen: number | undefined): Fen | undefined {
  const whole = fen === undefined ? Number.NaN : Math.round(fen);
  return whole >= 0 && whole <= MAX_FEN ? whole : undefined;
}
