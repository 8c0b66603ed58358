import { countsMeasures, type ChargeRule } from '#domain/charges/charge-rule.ts';
import { measuredSums } from '#domain/charges/charge-shares.ts';
import type { ChargedLine } from '#domain/charges/charged-line.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { STANDARD, type LeadClass } from '#domain/lead/lead-class.ts';
import type { TimeRatesByTag } from '#domain/charges/machine-time.ts';
import { leadOffers } from '#domain/lead/lead-offers.ts';
import { sumOfCharges } from '#domain/pricing/charges.ts';
import { chargedItem } from '#domain/quotation/price-cart.ts';
import { withinLimits } from '#domain/pricing/pricing-error.ts';
import type { OfferedLead } from '#contract/catalogue/lead-classes.ts';
import type { QuoteCatalogue } from '../catalogue-types.ts';
import { chargeRow } from './charge-result.ts';
import type { ChargeResult, Leading, OfferedClass } from './charge-result.ts';
import type { PartFields } from '../draft.ts';
import type { PartView, QuoteLine } from '../price-draft.ts';
import { measuredModel, pricedItem } from '../priced-item.ts';

/** What the shop charges by; the classes are absent where there is 标准 only. */
export interface ChargeTable {
  rules: readonly ChargeRule[];
  leadClasses?: readonly OfferedLead[] | undefined;
  /** Present while a rule counts what was measured. */
  timeRates?: TimeRatesByTag | undefined;
}

const NOTHING: ChargedLine = {
  materialId: 0,
  materialTag: '',
  options: [],
  machiningPrice: 0,
  unit: 0,
  num: 0,
  fen: null,
  days: 0,
  isByHand: false,
  pieceMg: 0,
  longestEdgeMm: 0,
};

/** A part as charges count it; one without a price keeps its place in the list and counts as nothing. */
export function chargedPart(
  part: PartFields,
  { price, checked }: PartView,
  catalogue: QuoteCatalogue,
  timeRates?: TimeRatesByTag,
  isRepeat = false,
): ChargedLine {
  const line = price.isPriced && checked.item ? pricedItem(part, price.price, catalogue) : undefined;
  if (!line) return NOTHING;
  return chargedItem(line, {
    isRepeat,
    measured: measuredModel(part, line.material.materialTag, timeRates),
  });
}

/** @param repeats keys of the parts that repeat an earlier order */
export const chargedParts = (
  lines: readonly QuoteLine[],
  catalogue: QuoteCatalogue,
  timeRates?: TimeRatesByTag,
  repeats: readonly string[] = [],
): ChargedLine[] =>
  lines.map(({ part, view }) => chargedPart(part, view, catalogue, timeRates, repeats.includes(part.key)));

/**
 * What the shop charges for the parts with a price in a class, as the server does; undefined for nothing, and beyond all limits.
 * A class that the parts cannot have, or that is gone, is replaced by 标准.
 */
export function chargeResultOf(
  { rules, leadClasses = [], timeRates }: ChargeTable,
  lines: readonly QuoteLine[],
  catalogue: QuoteCatalogue,
  leadClassId: number | null,
  repeats: readonly string[] = [],
): ChargeResult | undefined {
  if (rules.length === 0 && leadClasses.length === 0) return undefined;
  const counted = chargedParts(lines, catalogue, timeRates, repeats);
  return withinLimits(() => {
    const leading =
      leadClasses.length === 0 ? undefined : leadingOf(rules, counted, leadClasses, leadClassId);
    const lead = leadClasses.find(({ id }) => id === leading?.id);
    const { charges, total } = priceWithRules(rules, counted, lead);
    const sums = countsMeasures(rules) && measuredSums(charges, rules, counted);
    if (charges.length === 0 && !leading && !sums) return undefined;
    return {
      rows: charges.map(chargeRow),
      sumFen: sumOfCharges(charges),
      deliveryTime: total.deliveryDays,
      ...(leading && { leading }),
      ...(sums && {
        measuredFen: new Map(lines.map(({ part }, index) => [part.key, sums[index] ?? 0])),
      }),
      ...(repeats.length > 0 && { repeats }),
    };
  });
}

function leadingOf(
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  classes: readonly OfferedLead[],
  wanted: number | null,
): Leading {
  const leftOf = (lead: LeadClass | undefined) => classes.find(({ id }) => id === lead?.id)?.left ?? null;
  const offers = leadOffers(rules, lines, classes).map(({ lead, total, errors }): OfferedClass => ({
    id: lead?.id ?? null,
    name: (lead ?? STANDARD).name,
    totalFen: total.totalFen,
    deliveryTime: total.deliveryDays,
    errors,
    left: leftOf(lead),
  }));
  const chosen = offers.find(({ id }) => id === wanted);
  const counts = chosen?.errors.length === 0 ? chosen : offers.find(({ id }) => id === null);
  return {
    id: counts?.id ?? null,
    name: counts?.name ?? STANDARD.name,
    notice: counts === chosen ? '' : noticeOf(chosen),
    offers,
  };
}

const noticeOf = (chosen: OfferedClass | undefined): string =>
  chosen
    ? `“${chosen.name}”不适用：${chosen.errors[0] ?? ''}，已按${STANDARD.name}交期计算`
    : `原来的交期档位已停用，已按${STANDARD.name}交期计算`;
