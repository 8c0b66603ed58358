import { validUntil } from '#domain/orders/validity.ts';
import { lineTitle, enteredName } from '#domain/parts/line-title.ts';
import { priceWithAlternatives, traceOfAlternative, type Alternative } from '#domain/pricing/alternatives.ts';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import { CHARGE_LABELS, discountOn, type Charge } from '#domain/pricing/charges.ts';
import { lineFromTrace, withStep, type Line } from '#domain/pricing/line.ts';
import { needsPriceReason } from '#domain/pricing/price-jump.ts';
import { automaticFenOf, type Reduction } from '#domain/pricing/reduction.ts';
import type { OrderPrice, PriceTrace, TraceStep } from '#domain/pricing/types.ts';
import { priceOffer } from '#domain/quotation/offer.ts';
import type { ApprovalLine, StoredOffer } from '#contract/orders/approvals.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Offer, OfferLine } from '#contract/orders/offer-body.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { refuseOnPricingError } from '#server/modules/quotes/price-cart.service.ts';
import { promisedDate } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { listItemRowsOf, type OrderRow } from '../reading/orders.queries.ts';
import { presentItem } from '../reading/present-item.service.ts';
import { readRuleCharges } from './rule-charges.queries.ts';
import { lineFenOf } from '../placing/stored-order.ts';

type ItemRow = Awaited<ReturnType<typeof listItemRowsOf>>[number];

/** The revision that an offer creates, before it is written. */
export interface PreparedOffer {
  /** As sent, with its validity in days. */
  offer: StoredOffer & { validDays: number };
  /** The items of the request with the offer's traces. */
  items: readonly ItemRow[];
  /** The items of each alternative. */
  variants: readonly ItemRow[];
  lines: readonly ApprovalLine[];
  charges: Charge[];
  alternatives: Alternative[];
  total: OrderPrice;
  /** Assumes that the customer chooses the alternatives with the largest reduction. */
  reduction: Reduction;
}

/**
 * Applies an offer to a request. Lines that the formula prices keep the figures of the request.
 * Throws `order.line_open`, `request.invalid`, `quote.invalid`.
 * @param by the name of the user who sets the prices
 */
export async function prepareOffer(
  db: Db,
  order: OrderRow,
  {
    lines: decisions,
    charges,
    discount,
    alternatives: sentAlternatives,
    isFree,
    note = '',
    validDays,
  }: StoredOffer,
  by: string,
  settings: Settings,
): Promise<PreparedOffer> {
  const rows = await listItemRowsOf(db, order);
  const traces = applyDecisions(
    rows.map(({ trace }) => trace),
    decisions,
    by,
  );
  const lines = traces.map(lineFromTrace);
  assertOffered(lines);
  const items = rows.map((row, index) => {
    const trace = traces[index] ?? row.trace;
    return { ...row, trace, lineFen: lineFenOf(lineFromTrace(trace)) };
  });
  const alternatives = parseAlternatives(rows, sentAlternatives ?? [], by);
  const variants = refuseOnPricingError(() =>
    alternatives.flatMap((alternative) => {
      const row = items[alternative.lineNo - 1];
      if (!row) return [];
      const name = `${lineTitle(row)}（可选方案）`;
      return [{ ...row, name, num: alternative.num, trace: traceOfAlternative(row.trace, alternative) }];
    }),
  );
  const offeredLines = items.map(({ lineNo, trace }) => ({
    trace,
    ...toReductionLine(trace),
    alternatives: variants
      .filter((variant) => variant.lineNo === lineNo)
      .map((variant) => toReductionLine(variant.trace)),
  }));
  const request = {
    lead: order.lead,
    charges: order.charges,
    ruleCharges: await readRuleCharges(db, order),
  };
  const {
    charges: allCharges,
    total,
    reduction,
    needsFreeConfirmation,
  } = refuseOnPricingError(() =>
    priceOffer(request, offeredLines, chargesOf({ charges, discount }, lines, by)),
  );
  if (needsFreeConfirmation && isFree !== true)
    throw new AppError('request.invalid', { fields: { isFree: '合计为 0 时请勾选“免费”' } });
  assertNotNegative(lines, allCharges, alternatives);
  const offer = {
    lines: decisions,
    charges,
    discount,
    ...(sentAlternatives && sentAlternatives.length > 0 ? { alternatives: sentAlternatives } : {}),
    ...(isFree ? { isFree } : {}),
    note,
    validDays: validDays ?? settings['quote.validDays'],
  };
  return {
    offer,
    items,
    variants,
    lines: [...items, ...variants].map(toApprovalLine),
    charges: allCharges,
    alternatives,
    total,
    reduction,
  };
}

const toReductionLine = (trace: PriceTrace) => ({
  line: lineFromTrace(trace),
  automaticFen: automaticFenOf(trace),
});

/** Throws `request.invalid` for an alternative without a line, and for one that equals its line. */
function parseAlternatives(
  rows: readonly ItemRow[],
  alternatives: NonNullable<StoredOffer['alternatives']>,
  by: string,
): Alternative[] {
  const fields: FieldErrors = {};
  const parsed = alternatives.map(({ lineNo, num, label = '', amount, days }, index) => {
    const row = rows[lineNo - 1];
    if (!row) fields[`alternatives.${index}.lineNo`] = '没有这个零件';
    else if (row.num === num && label.trim() === '') {
      fields[`alternatives.${index}.label`] = '请填写与原方案的区别';
    }
    return { no: index + 1, lineNo, num, label: label.trim(), amountFen: fenFromYuan(amount), days, by };
  });
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
  return parsed;
}

function toApprovalLine({ lineNo, name, materialName, num, trace }: ItemRow): ApprovalLine {
  const automaticFen = automaticFenOf(trace);
  const { fen, days } = lineFromTrace(trace);
  const step = trace.steps?.at(-1);
  return {
    lineNo,
    name: enteredName({ name, materialName }),
    num,
    before: automaticFen === null ? null : yuanText(automaticFen),
    after: fen === null ? null : yuanText(fen),
    days,
    reason: step && step.kind !== 'open' ? step.reason : '',
  };
}

/** The order's columns that an offer sets. */
export const termsOf = (
  { offer, charges, alternatives, total }: PreparedOffer,
  settings: Settings,
  now: Date,
) => ({
  totalFen: total.totalFen,
  charges,
  alternatives,
  deliveryTime: total.deliveryDays,
  promisedDate: promisedDate(settings, total.deliveryDays, now),
  validUntil: validUntil(now, offer.validDays),
});

/** The order after this offer is sent. */
export const toOfferedOrder = (
  order: OrderRow,
  prepared: PreparedOffer,
  settings: Settings,
  now: Date,
): { order: OrderRow; items: OrderItem[] } => ({
  order: { ...order, ...termsOf(prepared, settings, now), status: 'quoted', revision: order.revision + 1 },
  items: prepared.items.map(presentItem),
});

/** Throws `request.invalid` for a line that the order does not have, and for a large change of price without a reason. */
function applyDecisions(
  traces: readonly PriceTrace[],
  decisions: readonly OfferLine[],
  by: string,
): readonly PriceTrace[] {
  const decidedTraces = [...traces];
  for (const [index, decision] of decisions.entries()) {
    const trace = decidedTraces[decision.lineNo - 1];
    if (!trace) {
      const fields = { [`lines.${index}.lineNo`]: '没有这个零件' };
      throw new AppError('request.invalid', { fields });
    }
    assertReason(trace, decision, index);
    decidedTraces[decision.lineNo - 1] = applyDecision(trace, decision, by);
  }
  return decidedTraces;
}

function assertReason(trace: PriceTrace, { kind, amount = 0, reason = '' }: OfferLine, index: number): void {
  if (
    kind !== 'price' ||
    reason.trim() !== '' ||
    !needsPriceReason(automaticFenOf(trace), fenFromYuan(amount))
  )
    return;
  const fields = { [`lines.${index}.reason`]: '与自动报价相差超过 50%，请填写说明，客户可见' };
  throw new AppError('request.invalid', { fields });
}

function applyDecision(trace: PriceTrace, decision: OfferLine, by: string): PriceTrace {
  if (decision.kind === 'formula') {
    const { steps, ...formula } = trace;
    // A line without a formula price stays unpriced. If a rule only hid the price, choosing the formula confirms it.
    const unpricedStep = steps?.find((step) => step.kind === 'open' && !step.isHeld);
    return unpricedStep ? { ...formula, version: 2, steps: [unpricedStep] } : { ...formula, version: 1 };
  }
  return withStep(trace, stepOf(decision, by));
}

function stepOf({ kind, amount = 0, days = 0, reason = '' }: OfferLine, by: string): TraceStep {
  return kind === 'declined'
    ? { kind: 'declined', reason: reason.trim(), by }
    : { kind: 'price', amount, days, reason: reason.trim(), by };
}

/** The charges as sent, followed by the discount. */
function chargesOf(
  { charges = [], discount }: Pick<Offer, 'charges' | 'discount'>,
  lines: readonly Line[],
  by: string,
): Charge[] {
  const entered = charges.map(({ kind, label = '', amount, reason = '' }) => ({
    kind,
    label: label.trim() || CHARGE_LABELS[kind],
    amountFen: fenFromYuan(amount),
    reason: reason.trim(),
    by,
  }));
  if (!discount) return entered;
  const { percent, reason = '' } = discount;
  return [...entered, discountOn(lines, { percent, reason: reason.trim(), by })];
}

/** Throws `quote.invalid` when the cheapest choice of alternatives costs less than the deduction of the lead class. */
function assertNotNegative(
  lines: readonly Line[],
  charges: readonly Charge[],
  alternatives: readonly Alternative[],
): void {
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
  const cheapest = numbered.flatMap(({ lineNo, fen }) => {
    const [first] = alternatives
      .filter((alternative) => alternative.lineNo === lineNo && alternative.amountFen < (fen ?? Infinity))
      .toSorted((a, b) => a.amountFen - b.amountFen);
    return first ?? [];
  });
  refuseOnPricingError(() => priceWithAlternatives(numbered, charges, cheapest));
}

/** Throws `order.line_open` with the lines that have no price, or if every line is declined. */
function assertOffered(lines: readonly Line[]): void {
  const fields: FieldErrors = {};
  for (const [index, { state }] of lines.entries()) {
    if (state === 'open') fields[`lineNo.${index + 1}`] = '请输入金额，或选择不报价';
  }
  if (Object.keys(fields).length > 0) throw new AppError('order.line_open', { fields });
  if (lines.every(({ state }) => state === 'declined')) {
    throw new AppError('order.line_open', { msg: '全部零件都不报价时，请取消询价并说明原因' });
  }
}
