import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { orders } from '#contract/orders/orders.ts';
import { daysIn, withLeadCharge } from '#domain/lead/lead-charge.ts';
import { fenFromYuan, type Fen } from '#domain/money.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { keptDays, needsWordOfFree, totalWithCharges, type Charge } from '#domain/pricing/charges.ts';
import { orderMargin, type OrderMargin } from '#domain/pricing/margin.ts';
import { reductionOf } from '#domain/pricing/reduction.ts';
import type { ReadAlternative } from './alternative-drafts.ts';
import { isChargesTouched, readCharges, type ReadCharges } from './charge-drafts.ts';
import { isOpen, missingText } from './offer-draft.ts';
import { readAlternatives, rowsOf, type OfferDraft, type Opening } from './offer-opening.ts';
import type { Row } from './offer-row.tsx';

/** What the form of an offer says. */
export interface OfferReading {
  rows: readonly Row[];
  charges: ReadCharges;
  alternatives: readonly ReadAlternative[];
  /** What the formula's prices come to, without charges. */
  automaticFen: Fen;
  totalFen: Fen;
  deliveryDays: number;
  /** Days that the order keeps. */
  dayCharges: readonly Charge[];
  /** The charge of the order's lead class. */
  leadCharge: Charge | undefined;
  /** How far the offer is below the formula's prices and the charges by rules. */
  reductionPercent: number;
  /** The reduction is above the user's limit. */
  isAboveLimit: boolean;
  /** For those who see costs. */
  margin: OrderMargin | undefined;
  /** The floor that the margin is below. */
  missedFloorPercent: number | null;
  /** What the lines still miss; empty when nothing. */
  missing: string;
  /** Undefined: those of the settings. */
  validDays: number | undefined;
  isValidDaysWrong: boolean;
  /** It comes to 0 by its discount, which has to be said. */
  needsWord: boolean;
  /** Something is missing or wrong, so that it cannot be sent. */
  isFaulty: boolean;
  /** Something was changed since the form opened. */
  isChanged: boolean;
}

/**
 * Reads an offer as typed.
 * @param cost undefined for those who do not see costs, and while it loads
 */
export function readOffer(
  order: OrderWithExt,
  draft: OfferDraft,
  opening: Opening,
  cost: OrderCost | undefined,
): OfferReading {
  const rows = rowsOf(order.items, draft.lines, opening.lines);
  const lines = rows.map(({ read }) => read.line);
  const charges = readCharges(draft, lines);
  const ruleCharges = order.ruleCharges?.map(chargeInFen);
  const alternatives = readAlternatives(order.items, draft.alternatives);
  const traces = order.items.map(({ trace }) => trace);
  const named = withLeadCharge(order.lead, charges.charges, traces, lines);
  const days = keptDays(order.charges.map(chargeInFen), lines);
  const { percent } = reductionOf(reducibleLines(rows, alternatives), charges.charges, ruleCharges);
  const margin = cost && marginIn(cost, rows, charges.charges);
  const floor = cost?.floorPercent ?? null;
  const missing = missingText(rows);
  const valid = readValidDays(draft.validDays);
  const { totalFen } = totalWithCharges(lines, named);
  const needsWord = missing === '' && needsWordOfFree(lines, totalFen);
  return {
    rows,
    charges,
    alternatives,
    automaticFen: order.items
      .filter((item) => !isOpen(item))
      .reduce((sum, item) => sum + fenFromYuan(item.sub_total), 0),
    totalFen,
    deliveryDays: daysIn(order.lead, lines, days),
    dayCharges: days,
    leadCharge: named.find(({ leadClassId }) => leadClassId !== undefined),
    reductionPercent: percent,
    isAboveLimit: order.discountLimit !== undefined && percent > order.discountLimit,
    margin,
    missedFloorPercent: floor !== null && (margin?.margin?.percent ?? floor) < floor ? floor : null,
    missing,
    validDays: valid.days,
    isValidDaysWrong: valid.isWrong,
    needsWord,
    isFaulty:
      missing !== '' ||
      (needsWord && draft.isFree !== true) ||
      valid.isWrong ||
      charges.faults.amounts.size > 0 ||
      charges.faults.discount !== undefined ||
      alternatives.some(({ body }) => body === undefined),
    isChanged:
      draft.note !== opening.draft.note ||
      draft.validDays !== opening.draft.validDays ||
      rows.some((row) => row.isTouched) ||
      JSON.stringify(draft.alternatives) !== JSON.stringify(opening.draft.alternatives) ||
      isChargesTouched(draft, opening),
  };
}

/** What is sent of an offer without faults. */
export function offerBody(
  { version, approval }: Pick<OrderWithExt, 'version' | 'approval'>,
  { note, isFree }: Pick<OfferDraft, 'note' | 'isFree'>,
  { rows, charges, alternatives, validDays, needsWord }: OfferReading,
  approvalReason: string,
): BodyOf<typeof orders.offer> {
  return {
    lines: rows.flatMap(({ read }) => read.decision ?? []),
    ...charges.body,
    ...(alternatives.length > 0 ? { alternatives: alternatives.flatMap(({ body }) => body ?? []) } : {}),
    ...(needsWord && isFree ? { isFree } : {}),
    note,
    ...(validDays === undefined ? {} : { validDays }),
    ...(approvalReason === '' ? {} : { approvalReason }),
    ...(approval?.state === 'waiting' ? { replacesId: approval.id } : {}),
    version,
  };
}

const reducibleLines = (rows: readonly Row[], alternatives: readonly ReadAlternative[]) =>
  rows.map(({ item, read }) => ({
    line: read.line,
    automaticFen: isOpen(item) ? null : fenFromYuan(item.sub_total),
    alternatives: alternatives.flatMap(({ body, reducible }) =>
      reducible && body?.lineNo === item.lineNo ? [reducible] : [],
    ),
  }));

function marginIn(
  { lines }: OrderCost,
  rows: readonly Row[],
  charges: readonly Charge[],
): OrderMargin | undefined {
  if (lines.length === 0) return undefined;
  const costOf = (lineNo: number) => lines.find((line) => line.lineNo === lineNo)?.cost ?? null;
  return orderMargin(
    rows.map(({ item, read }) => {
      const cost = costOf(item.lineNo);
      return { line: read.line, costFen: cost === null ? null : fenFromYuan(cost) };
    }),
    charges,
  );
}

function readValidDays(text: string): { days: number | undefined; isWrong: boolean } {
  if (text.trim() === '') return { days: undefined, isWrong: false };
  const days = parseNumber(text);
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 365)
    return { days: undefined, isWrong: true };
  return { days, isWrong: false };
}
