import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { orders } from '#contract/orders/orders.ts';
import type { Fen } from '#domain/money.ts';
import { parseNumber } from '#domain/parse-number.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import { orderMargin, type OrderMargin } from '#domain/pricing/margin.ts';
import { priceOffer, type DecidedLine } from '#domain/quotation/offer.ts';
import type { ParsedAlternative } from './alternative-drafts.ts';
import { costFenOf } from '../parts/order-cost.ts';
import { areChargesChanged, parseCharges, type ParsedCharges } from './charge-drafts.ts';
import { automaticFenOf, lineProblemsText } from './offer-draft.ts';
import { parseAlternatives, offerRows, type OfferDraft, type InitialOffer } from './initial-offer.ts';
import type { Row } from './offer-row.tsx';

export interface ParsedOffer {
  rows: readonly Row[];
  charges: ParsedCharges;
  alternatives: readonly ParsedAlternative[];
  /** The sum of the formula's prices, without charges. */
  automaticFen: Fen;
  totalFen: Fen;
  deliveryDays: number;
  /** Working days that charge rules add. */
  dayCharges: readonly Charge[];
  leadCharge: Charge | undefined;
  /** The reduction of formula prices and rule charges. */
  reductionPercent: number;
  /** The reduction exceeds the user's discount limit. */
  isAboveLimit: boolean;
  /** Undefined for users who may not see costs. */
  margin: OrderMargin | undefined;
  /** The minimum margin, if the margin is below it; otherwise null. */
  missedFloorPercent: number | null;
  /** The lines' problems as a sentence; '' if there are none. */
  lineProblems: string;
  /** Undefined: the validity period of the settings. */
  validDays: number | undefined;
  hasValidDaysError: boolean;
  /** The discount makes the total 0, which the user has to confirm. */
  needsFreeCheck: boolean;
  hasErrors: boolean;
  isChanged: boolean;
}

/**
 * Parses the input of the offer form.
 * @param cost undefined for users who may not see costs, and while it loads
 */
export function parseOffer(
  order: OrderWithExt,
  draft: OfferDraft,
  initial: InitialOffer,
  cost: OrderCost | undefined,
): ParsedOffer {
  const rows = offerRows(order.items, draft.lines, initial.lines);
  const lines = rows.map(({ parsed }) => parsed.line);
  const charges = parseCharges(draft, lines);
  const alternatives = parseAlternatives(order.items, draft.alternatives);
  const request = {
    lead: order.lead ?? null,
    charges: order.charges.map(chargeInFen),
    ruleCharges: (order.ruleCharges ?? []).map(chargeInFen),
  };
  const offer = priceOffer(request, toDecidedLines(rows, alternatives), charges.charges);
  const { totalFen, deliveryDays } = offer.total;
  const { percent } = offer.reduction;
  const margin = cost && offerMargin(cost, rows, offer.charges);
  const floor = cost?.floorPercent ?? null;
  const lineProblems = lineProblemsText(rows);
  const validity = parseValidDays(draft.validDays);
  const needsFreeCheck = lineProblems === '' && offer.needsFreeConfirmation;
  return {
    rows,
    charges,
    alternatives,
    automaticFen: order.items.reduce((sum, item) => sum + (automaticFenOf(item) ?? 0), 0),
    totalFen,
    deliveryDays,
    dayCharges: offer.charges.filter(({ kind }) => kind === 'days'),
    leadCharge: offer.charges.find(({ leadClassId }) => leadClassId !== undefined),
    reductionPercent: percent,
    isAboveLimit: order.discountLimit !== undefined && percent > order.discountLimit,
    margin,
    missedFloorPercent: floor !== null && (margin?.margin?.percent ?? floor) < floor ? floor : null,
    lineProblems,
    validDays: validity.days,
    hasValidDaysError: validity.isInvalid,
    needsFreeCheck,
    hasErrors:
      lineProblems !== '' ||
      (needsFreeCheck && draft.isFree !== true) ||
      validity.isInvalid ||
      charges.errors.amounts.size > 0 ||
      charges.errors.discount !== undefined ||
      alternatives.some(({ body }) => body === undefined),
    isChanged:
      draft.note !== initial.draft.note ||
      draft.validDays !== initial.draft.validDays ||
      rows.some((row) => row.isTouched) ||
      JSON.stringify(draft.alternatives) !== JSON.stringify(initial.draft.alternatives) ||
      areChargesChanged(draft, initial),
  };
}

export function offerBody(
  { version, approval }: Pick<OrderWithExt, 'version' | 'approval'>,
  { note, isFree }: Pick<OfferDraft, 'note' | 'isFree'>,
  { rows, charges, alternatives, validDays, needsFreeCheck }: ParsedOffer,
  approvalReason: string,
): BodyOf<typeof orders.offer> {
  return {
    lines: rows.flatMap(({ parsed }) => parsed.decision ?? []),
    ...charges.body,
    ...(alternatives.length > 0 ? { alternatives: alternatives.flatMap(({ body }) => body ?? []) } : {}),
    ...(needsFreeCheck && isFree ? { isFree } : {}),
    note,
    ...(validDays === undefined ? {} : { validDays }),
    ...(approvalReason === '' ? {} : { approvalReason }),
    ...(approval?.state === 'waiting' ? { replacesId: approval.id } : {}),
    version,
  };
}

const toDecidedLines = (rows: readonly Row[], alternatives: readonly ParsedAlternative[]): DecidedLine[] =>
  rows.map(({ item, parsed }) => ({
    trace: item.trace,
    line: parsed.line,
    automaticFen: automaticFenOf(item),
    alternatives: alternatives.flatMap(({ body, reductionLine }) =>
      reductionLine && body?.lineNo === item.lineNo ? [reductionLine] : [],
    ),
  }));

function offerMargin(
  { lines }: OrderCost,
  rows: readonly Row[],
  charges: readonly Charge[],
): OrderMargin | undefined {
  if (lines.length === 0) return undefined;
  return orderMargin(
    rows.map(({ item, parsed }) => {
      const cost = lines.find(({ lineNo }) => lineNo === item.lineNo);
      return { line: parsed.line, costFen: cost ? costFenOf(cost) : null };
    }),
    charges,
  );
}

function parseValidDays(text: string): { days: number | undefined; isInvalid: boolean } {
  if (text.trim() === '') return { days: undefined, isInvalid: false };
  const days = parseNumber(text);
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 365)
    return { days: undefined, isInvalid: true };
  return { days, isInvalid: false };
}
