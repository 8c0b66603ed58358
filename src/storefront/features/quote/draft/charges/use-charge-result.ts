import { useQuery } from '@tanstack/react-query';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { quotes } from '#contract/orders/quotes.ts';
import { fetchData } from '#providers/http/http.ts';
import type { QuoteCatalogue } from '../catalogue-types.ts';
import { chargesQuery } from './charges-query.ts';
import type { ChargeResult } from './charge-result.ts';
import { chargeResultOf } from './charged-lines.ts';
import type { QuoteLine } from '../price-draft.ts';

/**
 * Charges for the parts; undefined if there are none or the rules are still loading.
 * @param leadClassId the customer's choice; null for 标准
 * @param forUserId the customer for whom staff request a quotation
 */
export function useChargeResult(
  lines: readonly QuoteLine[],
  catalogue: QuoteCatalogue,
  leadClassId: number | null,
  forUserId: number | undefined,
): ChargeResult | undefined {
  const { data } = useQuery(chargesQuery);
  const isNeeded = data?.rules.some(({ onRepeat }) => onRepeat === 'waived') === true;
  const repeats = useRepeats(lines, isNeeded, forUserId);
  return data && chargeResultOf(data, lines, catalogue, leadClassId, repeats);
}

/**
 * Keys of the parts that repeat an earlier order, as the server decides when they are ordered. A model that
 * is not uploaded yet never repeats.
 */
function useRepeats(
  lines: readonly QuoteLine[],
  isNeeded: boolean,
  forUserId: number | undefined,
): readonly string[] {
  const candidates = lines.flatMap(({ part, view, subTotalFen }) => {
    const { item } = view.checked;
    const isNotUploaded = part.modelFile !== undefined && item?.model === undefined;
    return subTotalFen === undefined || !item || isNotUploaded
      ? []
      : [{ key: part.key, item: withoutQuantity(item) }];
  });
  const items = candidates.map(({ item }) => item);
  const { data } = useQuery({
    queryKey: ['repeats', items, forUserId],
    queryFn: ({ signal }) =>
      fetchData(quotes.repeats, {
        body: { items, ...(forUserId !== undefined && { forUserId }) },
        signal,
        quiet: true,
      }),
    enabled: isNeeded && items.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return candidates.flatMap(({ key }, index) => (data?.[index] === true ? [key] : []));
}

/** Drops quantity, remark and files, which do not matter here, so that changing them sends no request. */
const withoutQuantity = ({ remark: _remark, fileIds: _files, ...item }: QuotationItem): QuotationItem => ({
  ...item,
  num: 1,
});
