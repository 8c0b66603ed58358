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
import type { createHoldsFinder } from './models/part-holds.ts';

const loadHolds = onDemand(() => import('./models/part-holds.ts'), '模型检查功能');

/** Optional for the page: the server applies the rules anyway. */
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

/** Batches updates: a stored draft's model facts arrive one by one, and each update prices all parts. */
const BATCH_MS = 200;

const NO_RULES = { rules: [], isNewCustomer: false };

type HoldsOf = ReturnType<typeof createHoldsFinder>;

/** Used while the code of the checks is loading. */
const pendingHolds: HoldsOf = (part) => (part.modelFile?.measures || isUnmeasured(part) ? undefined : []);

/**
 * Findings in the parts' models that need a review; undefined if no part has a model. Returns a new function
 * whenever an earlier result may have changed.
 */
function useHolds(parts: readonly PartFields[], catalogue: QuoteCatalogue): HoldsOf | undefined {
  const { data: config } = useQuery(appConfigQuery);
  // Loads the code while the file is still being parsed.
  const hasModels = parts.some(({ modelFile }) => modelFile);
  const [holdsOf, setHoldsOf] = useState<HoldsOf>();
  useEffect(() => {
    if (!hasModels) return;
    let isStopped = false;
    let stop = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    void loadHolds().then((code) => {
      if (isStopped) return;
      // Ordering works without the checks: the server applies them.
      if (!code) return setHoldsOf(() => () => []);
      const renew = () => setHoldsOf(() => code.createHoldsFinder(catalogue, config));
      renew();
      stop = code.subscribeToFacts(() => {
        clearTimeout(timer);
        timer = setTimeout(renew, BATCH_MS);
      });
    });
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stop();
    };
  }, [hasModels, catalogue, config]);
  return hasModels ? (holdsOf ?? pendingHolds) : undefined;
}

interface ReviewResult {
  /** Prices a part and adds its review reasons; omits the price if a rule hides it. */
  viewOf: (part: PartFields) => PartView;
  /** Review reasons that concern the whole quotation. */
  reviewReasons: readonly ReviewReason[];
}

/**
 * Prices the parts with the review rules and model checks; undefined until the rules are loaded.
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
  const reviewsPartsWithoutModel = chargeTable?.rules.some(({ withoutModel }) => withoutModel === 'person');
  const prices = useMemo(
    () =>
      (data && data.rules.length > 0) || holdsOf || reviewsPartsWithoutModel
        ? createReviewedPrices(
            catalogue,
            { ...(data ?? NO_RULES), ...(reviewsPartsWithoutModel && { chargeTable }) },
            holdsOf,
          )
        : undefined,
    [data, catalogue, holdsOf, reviewsPartsWithoutModel, chargeTable],
  );
  const reviewReasons = useMemo(() => prices?.findReviewReasons(parts) ?? [], [prices, parts]);
  if (!prices) return undefined;
  const isHidden = reviewReasons.some(({ priceDisplay }) => priceDisplay === 'hidden');
  return { viewOf: isHidden ? prices.hiddenViewOf : prices.viewOf, reviewReasons };
}
