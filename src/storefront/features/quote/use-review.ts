import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { reviewRules } from '#contract/catalogue/review-rules.ts';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import { appConfigQuery } from '#providers/app-config.ts';
import { fetchData } from '#providers/http/http.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import type { QuoteCatalogue } from './draft/catalogue-types.ts';
import { chargesQuery } from './draft/charges/charges-query.ts';
import type { PartFields } from './draft/draft.ts';
import { isUnmeasured } from './draft/part-model.ts';
import type { PartView } from './draft/price-draft.ts';
import { createReviewedPrices } from './draft/reviewed-prices.ts';
import type { createHolds } from './models/part-holds.ts';

const loadHolds = onDemand(() => import('./models/part-holds.ts'), '模型检查功能');

/** The page can be used without the rules: the server applies them. */
const rulesQuery = (forUserId: number | undefined) =>
  queryOptions({
    queryKey: ['review-rules', forUserId],
    queryFn: () =>
      fetchData(reviewRules.table, {
        query: forUserId === undefined ? {} : { forUserId: String(forUserId) },
        quiet: true,
      }),
    staleTime: 600_000,
    refetchOnWindowFocus: true,
  });

/** The facts of a stored draft come one after the other, and each renewal prices all parts. */
const TOGETHER_MS = 200;

const NO_RULES = { rules: [], isNewCustomer: false };

type HoldsOf = ReturnType<typeof createHolds>;

/** While the code of the checks is loading. */
const notChecked: HoldsOf = (part) => (part.modelFile?.measures || isUnmeasured(part) ? undefined : []);

/**
 * The findings of parts' models that need a review; undefined while no part has a model. A new function when an earlier
 * answer may have changed.
 */
function useHolds(parts: readonly PartFields[], catalogue: QuoteCatalogue): HoldsOf | undefined {
  const { data: config } = useQuery(appConfigQuery);
  // Loads the code while the file is still being read.
  const hasModels = parts.some(({ modelFile }) => modelFile);
  const [holdsOf, setHoldsOf] = useState<HoldsOf>();
  useEffect(() => {
    if (!hasModels) return;
    let isGone = false;
    let stop = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    void loadHolds().then((code) => {
      if (isGone) return;
      // Without the checks a customer can still order: the server applies them.
      if (!code) return setHoldsOf(() => () => []);
      const renew = () => setHoldsOf(() => code.createHolds(catalogue, config));
      renew();
      stop = code.whenFactsCome(() => {
        clearTimeout(timer);
        timer = setTimeout(renew, TOGETHER_MS);
      });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [hasModels, catalogue, config]);
  return hasModels ? (holdsOf ?? notChecked) : undefined;
}

/** The parts with the shop's rules applied. */
interface ReviewResult {
  /** A part's price with its review reasons; hidden where a rule hides it. */
  viewOf: (part: PartFields) => PartView;
  /** The review reasons of the whole quotation. */
  reviewReasons: readonly ReviewReason[];
}

/**
 * The parts by the shop's rules and the checks of their models; undefined until the rules have been read.
 * @param forUserId the customer for whom staff request a quotation
 */
export function useReview(
  parts: readonly PartFields[],
  catalogue: QuoteCatalogue,
  forUserId: number | undefined,
): ReviewResult | undefined {
  const { data } = useQuery(rulesQuery(forUserId));
  const { data: chargeTable } = useQuery(chargesQuery);
  const holdsOf = useHolds(parts, catalogue);
  const needsModels = chargeTable?.rules.some(({ withoutModel }) => withoutModel === 'person');
  const prices = useMemo(
    () =>
      (data && data.rules.length > 0) || holdsOf || needsModels
        ? createReviewedPrices(
            catalogue,
            { ...(data ?? NO_RULES), ...(needsModels && { chargeTable }) },
            holdsOf,
          )
        : undefined,
    [data, catalogue, holdsOf, needsModels, chargeTable],
  );
  const reviewReasons = useMemo(() => prices?.findReviewReasons(parts) ?? [], [prices, parts]);
  if (!prices) return undefined;
  const isHidden = reviewReasons.some(({ priceDisplay }) => priceDisplay === 'hidden');
  return { viewOf: isHidden ? prices.hiddenViewOf : prices.viewOf, reviewReasons };
}
