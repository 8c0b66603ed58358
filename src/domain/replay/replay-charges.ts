import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { appliesToLead } from '#domain/charges/charge-rule.ts';
import { chargedLine, partFacts, type ChargedLine } from '#domain/charges/charged-line.ts';
import { chargesByRules } from '#domain/charges/charges-by-rules.ts';
import { isInScope } from '#domain/charges/rule-sums.ts';
import { leadCharge, NO_LINES, withLine } from '#domain/lead/lead-charge.ts';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import type { Fen } from '#domain/money.ts';
import { isManualCharge, sumOfCharges, type Charge } from '#domain/pricing/charges.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { Amounts } from './replay-sums.ts';
import type { Book, PriceInBook, SoldLine } from './sold-line.ts';

/** The stored charges of an order, and the facts that they depend on. */
export interface SoldCharges {
  /** As stored with its last revision. */
  readonly charges: readonly Charge[];
  /** Its lead class with the stored terms; null: 标准. */
  readonly lead: OrderLead | null;
  /** Whether staff offered the revision. */
  readonly isOffered: boolean;
}

/** A line that both books can price. */
export interface PricedLine {
  readonly line: SoldLine;
  readonly before: PriceInBook;
  readonly after: PriceInBook;
}

/** The charges of an order in both books. Manual ones have the same amount in all three sums. */
export interface ReplayedCharges extends Amounts {
  /** The number and the sum of the manual charges. */
  readonly handCharges: number;
  readonly handFen: Fen;
  readonly paid: readonly Charge[];
  readonly before: readonly Charge[];
  readonly after: readonly Charge[];
}

/** Why charges cannot be replayed: facts that they need and the stored order lacks. */
const LOST_LINE = '订单有无法计价的零件';
const NO_REPEAT = '没有记录零件是否返单，免收与否无法判断';
const NO_WEIGHT = '人工报价的零件，材料已删除或下架，重量未知';
const NO_TRACE = '人工报价的零件没有价格依据';

/**
 * Charges an order by the rules of both books. Undefined if it had none and gets none. If a fact is missing, returns the reason
 * instead of a guess. The lead class has the stored terms, unless the new prices change them. Manual charges keep their
 * stored amounts. `hasLostLines` means that a line cannot be priced.
 */
export function replayCharges(
  sold: SoldCharges,
  lines: readonly PricedLine[],
  { before, after, hasLostLines }: { before: Book; after: Book; hasLostLines: boolean },
): ReplayedCharges | { readonly reason: string; readonly paidFen: Fen } | undefined {
  const { lead } = sold;
  // Day charges have no amount.
  const charges = sold.charges.filter(({ kind }) => kind !== 'days');
  const soldCharges = { ...sold, charges };
  const rulesOf = ({ chargeRules }: Book) =>
    isByRules(soldCharges) ? chargeRules.filter(({ basis }) => basis !== 'days') : [];
  const [rulesBefore, rulesAfter] = [rulesOf(before), rulesOf(after)];
  const manualCharges = charges.filter(isManualCharge);
  const paidFen = sumOfCharges(charges);
  if (charges.length === 0 && !lead && rulesBefore.length === 0 && rulesAfter.length === 0) return undefined;
  const isFixed =
    manualCharges.length === charges.length && !lead && rulesBefore.length === 0 && rulesAfter.length === 0;
  if (hasLostLines && !isFixed) return { reason: LOST_LINE, paidFen };
  const inBook = ({ leads }: Book) => ({ ...soldCharges, lead: lead && { ...lead, ...leads?.get(lead.id) } });
  const chargedBefore = chargesIn(
    inBook(before),
    rulesBefore,
    lines.map(({ line, before: price }) => ({ line, price, book: before })),
  );
  if ('reason' in chargedBefore) return { ...chargedBefore, paidFen };
  const chargedAfter = chargesIn(
    inBook(after),
    rulesAfter,
    lines.map(({ line, after: price }) => ({ line, price, book: after })),
  );
  if ('reason' in chargedAfter) return { ...chargedAfter, paidFen };
  const liveCharges = [...manualCharges, ...chargedBefore.charges];
  const newCharges = [...manualCharges, ...chargedAfter.charges];
  return {
    paidFen,
    beforeFen: sumOfCharges(liveCharges),
    afterFen: sumOfCharges(newCharges),
    handCharges: manualCharges.length,
    handFen: sumOfCharges(manualCharges),
    paid: charges,
    before: liveCharges,
    after: newCharges,
  };
}

/** Whether rules charge an order. Staff decide the charges of offers; an extended quotation keeps the charges of its rules. */
const isByRules = ({ charges, isOffered }: SoldCharges): boolean =>
  charges.some(({ ruleId }) => ruleId !== undefined) || (!isOffered && !charges.some(isManualCharge));

interface BookLine {
  line: SoldLine;
  price: PriceInBook;
  book: Book;
}

/** The charges of rules and lead class of an order in one book. */
function chargesIn(
  { charges, lead }: SoldCharges,
  rules: readonly ChargeRule[],
  lines: readonly BookLine[],
): { charges: readonly Charge[] } | { reason: string } {
  if (rules.length === 0 && !lead) return { charges: [] };
  const charged: ChargedLine[] = [];
  for (const bookLine of lines) {
    const line = toCharged(bookLine);
    if (!line) return { reason: NO_TRACE };
    charged.push(line);
  }
  const missing = missingFact(rules, lead, charged, lines);
  if (missing !== undefined) return { reason: missing };
  try {
    if (rules.length > 0 || !charges.some(isManualCharge))
      return { charges: chargesByRules(rules, charged, lead ?? undefined) };
  } catch (error) {
    if (error instanceof PricingError) return { reason: error.reason };
    throw error;
  }
  const discount = charges.find((charge) => isManualCharge(charge) && charge.percent !== undefined);
  const added =
    lead && leadCharge(lead, charged.reduce(withLine, NO_LINES), { percent: discount?.percent ?? 0 });
  return { charges: added ? [added] : [] };
}

/** The line with the trace of the book, or with the stored trace if staff set the price. */
function toCharged({ line, price, book }: BookLine): ChargedLine | undefined {
  const { materialId, materialTag, num, manualTrace, model, measured } = line;
  const trace = price.trace ?? (manualTrace && { ...manualTrace, materialId, materialTag, num });
  if (!trace) return undefined;
  const counted = { state: line.state, fen: price.fen, days: 0 };
  const density = book.materials.get(materialId)?.density ?? 0;
  return chargedLine(trace, counted, partFacts(density, line, model, measured), line.isRepeat === true);
}

const isRepeatKnown = ({ isRepeat }: SoldLine): boolean => isRepeat !== null && isRepeat !== undefined;

/** The first fact of a line that a rule needs and that is not stored. */
function missingFact(
  rules: readonly ChargeRule[],
  lead: OrderLead | null,
  charged: readonly ChargedLine[],
  lines: readonly BookLine[],
): string | undefined {
  const repeatsKnown = lines.every(({ line }) => isRepeatKnown(line));
  const hasMissingMaterial = lines.some(({ line, book }) => !book.materials.has(line.materialId));
  if (repeatsKnown && !hasMissingMaterial) return undefined;
  for (const rule of rules) {
    const needsRepeat = rule.onRepeat === 'waived';
    const needsWeight = rule.basis === 'kg';
    if ((!needsRepeat || repeatsKnown) && (!needsWeight || !hasMissingMaterial)) continue;
    if (!appliesToLead(rule, lead ?? undefined)) continue;
    for (const [index, { line, book }] of lines.entries()) {
      const asCharged = charged[index];
      if (!asCharged || !isInScope(rule, asCharged)) continue;
      if (needsRepeat && !isRepeatKnown(line)) return NO_REPEAT;
      if (needsWeight && !book.materials.has(line.materialId)) return NO_WEIGHT;
    }
  }
  return undefined;
}

/** One charge of an order: as stored, by the live rules and by the new ones; null where it is not charged. */
export interface ChargeRow {
  readonly label: string;
  readonly isByHand: boolean;
  readonly paidFen: Fen | null;
  readonly beforeFen: Fen | null;
  readonly afterFen: Fen | null;
  /** Reasons of the live and the new amount. */
  readonly beforeReason: string;
  readonly afterReason: string;
}

/** The charges of an order side by side: manual ones, those of each rule, that of the lead class. */
export function chargeRows({
  paid,
  before,
  after,
}: Pick<ReplayedCharges, 'paid' | 'before' | 'after'>): ChargeRow[] {
  const byKey = (charges: readonly Charge[]) =>
    new Map(charges.map((charge, index) => [keyOf(charge, index), charge]));
  const [paidByKey, beforeByKey, afterByKey] = [byKey(paid), byKey(before), byKey(after)];
  return [...new Set([...paidByKey.keys(), ...beforeByKey.keys(), ...afterByKey.keys()])].map((key) => {
    const [atOrder, live, changed] = [paidByKey.get(key), beforeByKey.get(key), afterByKey.get(key)];
    const latest = changed ?? live ?? atOrder;
    return {
      label: latest?.label ?? '',
      isByHand: latest !== undefined && isManualCharge(latest),
      paidFen: fenOf(atOrder),
      beforeFen: fenOf(live),
      afterFen: fenOf(changed),
      beforeReason: live?.reason ?? '',
      afterReason: changed?.reason ?? '',
    };
  });
}

const fenOf = (charge: Charge | undefined): Fen | null => charge?.amountFen ?? null;

/** Manual charges come first, in the same order in each book, so their index identifies them. */
function keyOf({ ruleId, leadClassId }: Charge, index: number): string {
  if (ruleId !== undefined) return `rule/${ruleId}`;
  return leadClassId === undefined ? `hand/${index}` : 'lead';
}
