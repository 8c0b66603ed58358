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
 * What the shop's rules and lead classes charge for the parts; undefined for nothing, and until the rules have been read.
 * @param leadClassId the class that the customer chose; null for 标准
 * @param forUserId the customer for whom staff request a quotation
 */
export function useChargeResult(
  lines: readonly QuoteLine[],
  catalogue: QuoteCatalogue,
  leadClassId: number | null,
  forUserId: number | undefined,
): ChargeResult | undefined {
  const { data } = useQuery(chargesQuery);
  const isAsked = data?.rules.some(({ onRepeat }) => onRepeat === 'waived') === true;
  const repeats = useRepeats(lines, isAsked, forUserId);
  return data && chargeResultOf(data, lines, catalogue, leadClassId, repeats);
}

/**
 * The keys of the parts that repeat an earlier order, from the server, which decides it when they are ordered. A model
 * that is not on the server yet is no repeat.
 */
function useRepeats(
  lines: readonly QuoteLine[],
  isAsked: boolean,
  forUserId: number | undefined,
): readonly string[] {
  const asked = lines.flatMap(({ part, view, subTotalFen }) => {
    const { item } = view.checked;
    const isUnsent = part.modelFile !== undefined && item?.model === undefined;
    return subTotalFen === undefined || !item || isUnsent ? [] : [{ key: part.key, item: asPart(item) }];
  });
  const items = asked.map(({ item }) => item);
  const { data } = useQuery({
    queryKey: ['repeats', items, forUserId],
    queryFn: ({ signal }) =>
      fetchData(quotes.repeats, {
        body: { items, ...(forUserId !== undefined && { forUserId }) },
        signal,
        quiet: true,
      }),
    enabled: isAsked && items.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return asked.flatMap(({ key }, index) => (data?.[index] === true ? [key] : []));
}

/** Quantity and remark make no difference: typing them sends no request. */
const asPart = ({ remark: _remark, fileIds: _files, ...item }: QuotationItem): QuotationItem => ({
  ...item,
  num: 1,
});
