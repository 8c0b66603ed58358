import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { addedDaysOf, type AddedDays } from '#domain/charges/added-days.ts';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { leadErrors } from '#domain/lead/lead-class.ts';
import { leadChoices } from '#domain/lead/lead-offers.ts';
import type { Problem } from '#domain/pricing/solve.ts';
import type { OrderPrice } from '#domain/pricing/types.ts';
import { withinLimits } from '#domain/pricing/pricing-error.ts';
import { chargedPart, chargedParts } from '../draft/charges/charged-lines.ts';
import { chargesQuery } from '../draft/charges/charges-query.ts';
import { isSameConfiguration, type PartDraft } from '../draft/draft.ts';
import { QuoteLinesContext } from '../draft/quote-lines.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';

type Leads = Required<Pick<Problem, 'otherLeads'>> & Pick<Problem, 'lead'>;

/** The lead classes that a suggestion for one part may change to. */
export interface SuggestionLeads {
  /** The same object until another class can be had; undefined where the shop offers only 标准. */
  leads: Leads | undefined;
  /** The class of the quotation: null for 标准. */
  leadClassId: number | null;
  /**
   * The whole quotation with this part changed, in a class; undefined beyond all limits. The same function until the quotation or
   * what the shop charges changes; absent where nothing is charged beside the parts.
   */
  orderWith: ((changed: PartDraft, lead: Leads['lead']) => OrderPrice | undefined) | undefined;
  /** The days that charges add to the quotation with a variant of this part; undefined where no rule adds days. */
  addedDays: AddedDays | undefined;
  /** The day on which an order of the given number of days ships; undefined where the page does not know it. */
  shipsOn: (days: number) => string | undefined;
}

/** The classes that the other parts of the quotation allow, without those that have no slot today. */
export function useSuggestionLeads(part: PartDraft, { viewOf, catalogue }: QuoteScope): SuggestionLeads {
  const { data } = useQuery(chargesQuery);
  const { lines, chargeResult, shipsOn } = use(QuoteLinesContext);
  const repeats = chargeResult?.repeats;
  const classes = data?.leadClasses;
  const timeRates = data?.timeRates;
  const leadClassId = chargeResult?.leading?.id ?? null;
  const index = lines.findIndex((line) => line.part.key === part.key);
  const counted = useMemo(
    () => chargedParts(lines, catalogue, timeRates, repeats),
    [lines, catalogue, timeRates, repeats],
  );
  const others = useMemo(() => counted.toSpliced(index, 1), [counted, index]);
  const open =
    classes?.filter(
      (one) => one.id === leadClassId || (one.left !== 0 && leadErrors(one, others).length === 0),
    ) ?? [];
  const ids = open.map(({ id }) => id).join();
  const leads = useMemo((): Leads | undefined => {
    if (!classes || classes.length === 0 || index === -1) return undefined;
    const lead = classes.find(({ id }) => id === leadClassId);
    const known = new Set(ids.split(',').map(Number));
    const otherLeads = leadChoices(classes.filter(({ id }) => known.has(id))).filter((one) => one !== lead);
    return { lead, otherLeads };
  }, [classes, index, leadClassId, ids]);
  const rules = data?.rules ?? NO_RULES;
  const isCharged = index !== -1 && (rules.length > 0 || (classes?.length ?? 0) > 0);
  const orderWith = useMemo((): SuggestionLeads['orderWith'] => {
    if (!isCharged) return undefined;
    return (changed, lead) => {
      // A part of another material or with other options repeats no earlier order.
      const isRepeat = repeats?.includes(part.key) && isSameConfiguration(part, changed);
      const line = chargedPart(changed, viewOf(changed), catalogue, timeRates, isRepeat);
      return withinLimits(() => priceWithRules(rules, others.toSpliced(index, 0, line), lead).total);
    };
  }, [isCharged, rules, others, index, part, repeats, viewOf, catalogue, timeRates]);
  const own = counted[index];
  const addedDays = useMemo(() => own && addedDaysOf(rules, others, own), [rules, others, own]);
  return { leads, leadClassId, orderWith, addedDays, shipsOn };
}

const NO_RULES: readonly ChargeRule[] = [];
