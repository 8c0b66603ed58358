import { countsMeasures, type ChargeRule } from '#domain/charges/charge-rule.ts';
import { measuredFenByLine } from '#domain/charges/charge-shares.ts';
import type { ChargedLine } from '#domain/charges/charged-line.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { STANDARD, type LeadClass } from '#domain/lead/lead-class.ts';
import type { TimeRatesByTag } from '#domain/charges/machine-time.ts';
import { leadOffers } from '#domain/lead/lead-offers.ts';
import { sumOfCharges } from '#domain/pricing/charges.ts';
import { chargedItem } from '#domain/quotation/price-cart.ts';
import { priceOrUndefined } from '#domain/pricing/pricing-error.ts';
import type { OfferedLead } from '#contract/catalogue/lead-classes.ts';
import type { QuoteCatalogue } from '../catalogue-types.ts';
import { chargeRow } from './charge-result.ts';
import type { ChargeResult, LeadChoice, OfferedClass } from './charge-result.ts';
import type { PartFields } from '../draft.ts';
import type { PartView, QuoteLine } from '../price-draft.ts';
import { measuredModel, pricedItem } from '../priced-item.ts';

/** The shop's charge rules. `leadClasses` is absent if only 标准 exists. */
export interface ChargeTable {
  rules: readonly ChargeRule[];
  leadClasses?: readonly OfferedLead[] | undefined;
  /** Present if a rule charges by measurements. */
  timeRates?: TimeRatesByTag | undefined;
}

const UNPRICED: ChargedLine = {
  materialId: 0,
  materialTag: '',
  options: [],
  machiningPrice: 0,
  unit: 0,
  num: 0,
  fen: null,
  days: 0,
  isManual: false,
  pieceMg: 0,
  longestEdgeMm: 0,
};

/** The part as input to the charge rules. An unpriced part contributes nothing but keeps its line number. */
export function chargedPart(
  part: PartFields,
  { price, checked }: PartView,
  catalogue: QuoteCatalogue,
  timeRates?: TimeRatesByTag,
  isRepeat = false,
): ChargedLine {
  const line = price.isPriced && checked.item ? pricedItem(part, price.price, catalogue) : undefined;
  if (!line) return UNPRICED;
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
 * Charges for the priced parts in a lead class, computed as on the server; undefined without charges, or when
 * a pricing limit is exceeded. A class that is unavailable or no longer exists is replaced by 标准.
 */
export function chargeResultOf(
  { rules, leadClasses = [], timeRates }: ChargeTable,
  lines: readonly QuoteLine[],
  catalogue: QuoteCatalogue,
  leadClassId: number | null,
  repeats: readonly string[] = [],
): ChargeResult | undefined {
  if (rules.length === 0 && leadClasses.length === 0) return undefined;
  const partLines = chargedParts(lines, catalogue, timeRates, repeats);
  return priceOrUndefined(() => {
    const leadChoice =
      leadClasses.length === 0 ? undefined : leadChoiceOf(rules, partLines, leadClasses, leadClassId);
    const lead = leadClasses.find(({ id }) => id === leadChoice?.id);
    const { charges, total } = priceWithRules(rules, partLines, lead);
    const sums = countsMeasures(rules) && measuredFenByLine(charges, rules, partLines);
    if (charges.length === 0 && !leadChoice && !sums) return undefined;
    return {
      rows: charges.map(chargeRow),
      sumFen: sumOfCharges(charges),
      deliveryTime: total.deliveryDays,
      ...(leadChoice && { leadChoice }),
      ...(sums && {
        modelChargesFen: new Map(lines.map(({ part }, index) => [part.key, sums[index] ?? 0])),
      }),
      ...(repeats.length > 0 && { repeats }),
    };
  });
}

function leadChoiceOf(
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  classes: readonly OfferedLead[],
  preferredId: number | null,
): LeadChoice {
  const freeSlotsOf = (lead: LeadClass | undefined) =>
    classes.find(({ id }) => id === lead?.id)?.left ?? null;
  const offers = leadOffers(rules, lines, classes).map(({ lead, total, errors }): OfferedClass => ({
    id: lead?.id ?? null,
    name: (lead ?? STANDARD).name,
    totalFen: total.totalFen,
    deliveryTime: total.deliveryDays,
    errors,
    freeSlots: freeSlotsOf(lead),
  }));
  const chosen = offers.find(({ id }) => id === preferredId);
  const effective = chosen?.errors.length === 0 ? chosen : offers.find(({ id }) => id === null);
  return {
    id: effective?.id ?? null,
    name: effective?.name ?? STANDARD.name,
    notice: effective === chosen ? '' : noticeOf(chosen),
    offers,
  };
}

const noticeOf = (chosen: OfferedClass | undefined): string =>
  chosen
    ? `“${chosen.name}”不适用：${chosen.errors[0] ?? ''}，已按${STANDARD.name}交期计算`
    : `原来的交期档位已停用，已按${STANDARD.name}交期计算`;
