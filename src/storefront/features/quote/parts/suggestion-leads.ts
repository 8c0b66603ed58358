import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { createAddedDays, type AddedDaysFor } from '#domain/charges/added-days.ts';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { leadErrors } from '#domain/lead/lead-class.ts';
import { leadChoices } from '#domain/lead/lead-offers.ts';
import type { Problem } from '#domain/pricing/solve.ts';
import type { OrderPrice } from '#domain/pricing/types.ts';
import { priceOrUndefined } from '#domain/pricing/pricing-error.ts';
import { chargedPart, chargedParts } from '../draft/charges/charged-lines.ts';
import { chargesQuery } from '../draft/charges/charges-query.ts';
import { isSameConfiguration, type PartDraft } from '../draft/draft.ts';
import { QuoteLinesContext } from '../draft/quote-lines.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';

type Leads = Required<Pick<Problem, 'otherLeads'>> & Pick<Problem, 'lead'>;

/** The lead classes that a suggestion for one part may change to. */
export interface SuggestionLeads {
  /** Stays the same object until the available classes change; undefined if the shop offers only 标准. */
  leads: Leads | undefined;
  /** The class of the quotation: null for 标准. */
  leadClassId: number | null;
  /**
   * Prices the quotation in a lead class with this part changed; returns undefined if a pricing limit is exceeded. Stays the same
   * function until the quotation or the charge rules change; undefined if the shop charges for nothing but the parts.
   */
  priceOrderWith: ((changed: PartDraft, lead: Leads['lead']) => OrderPrice | undefined) | undefined;
  /** Days that charges add for a variant of this part; undefined if no rule adds days. */
  addedDays: AddedDaysFor | undefined;
  /** The ship date after a number of working days; undefined if the page cannot promise one. */
  shipsOn: (days: number) => string | undefined;
}

/** Offers the classes that the other parts allow and that still take orders today. */
export function useSuggestionLeads(part: PartDraft, { viewOf, catalogue }: QuoteScope): SuggestionLeads {
  const { data } = useQuery(chargesQuery);
  const { lines, chargeResult, shipsOn } = use(QuoteLinesContext);
  const repeats = chargeResult?.repeats;
  const classes = data?.leadClasses;
  const timeRates = data?.timeRates;
  const leadClassId = chargeResult?.leadChoice?.id ?? null;
  const index = lines.findIndex((line) => line.part.key === part.key);
  const parts = useMemo(
    () => chargedParts(lines, catalogue, timeRates, repeats),
    [lines, catalogue, timeRates, repeats],
  );
  const otherParts = useMemo(() => parts.toSpliced(index, 1), [parts, index]);
  const available =
    classes?.filter(
      (leadClass) =>
        leadClass.id === leadClassId ||
        (leadClass.left !== 0 && leadErrors(leadClass, otherParts).length === 0),
    ) ?? [];
  const ids = available.map(({ id }) => id).join();
  const leads = useMemo((): Leads | undefined => {
    if (!classes || classes.length === 0 || index === -1) return undefined;
    const lead = classes.find(({ id }) => id === leadClassId);
    const availableIds = new Set(ids.split(',').map(Number));
    const otherLeads = leadChoices(classes.filter(({ id }) => availableIds.has(id))).filter(
      (choice) => choice !== lead,
    );
    return { lead, otherLeads };
  }, [classes, index, leadClassId, ids]);
  const rules = data?.rules ?? NO_RULES;
  const isCharged = index !== -1 && (rules.length > 0 || (classes?.length ?? 0) > 0);
  const priceOrderWith = useMemo((): SuggestionLeads['priceOrderWith'] => {
    if (!isCharged) return undefined;
    return (changed, lead) => {
      // With another material or other options the part no longer repeats an earlier order.
      const isRepeat = repeats?.includes(part.key) && isSameConfiguration(part, changed);
      const line = chargedPart(changed, viewOf(changed), catalogue, timeRates, isRepeat);
      return priceOrUndefined(() => priceWithRules(rules, otherParts.toSpliced(index, 0, line), lead).total);
    };
  }, [isCharged, rules, otherParts, index, part, repeats, viewOf, catalogue, timeRates]);
  const thisPart = parts[index];
  const addedDays = useMemo(
    () => thisPart && createAddedDays(rules, otherParts, thisPart),
    [rules, otherParts, thisPart],
  );
  return { leads, leadClassId, priceOrderWith, addedDays, shipsOn };
}

const NO_RULES: readonly ChargeRule[] = [];
