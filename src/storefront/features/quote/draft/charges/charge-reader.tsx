import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { quotes } from '#contract/orders/quotes.ts';
import { fetchData } from '#providers/http/http.ts';
import type { QuoteCatalogue } from '../catalogue-types.ts';
import { chargesQuery } from './charges-query.ts';
import type { Charging } from './charging.ts';
import { chargingOf } from './charged-lines.ts';
import type { QuoteLine } from '../price-draft.ts';

interface ChargeReaderProps {
  lines: readonly QuoteLine[];
  catalogue: QuoteCatalogue;
  /** The class that the customer chose; null for 标准. */
  leadClassId: number | null;
  /** The customer in whose name staff ask. */
  forUserId: number | undefined;
  onChange: (charging: Charging | undefined) => void;
}

/** Reads the shop's rules and lead classes and says what they charge for the parts. Draws nothing. */
export function ChargeReader({ lines, catalogue, leadClassId, forUserId, onChange }: ChargeReaderProps) {
  const { data } = useQuery(chargesQuery);
  const isAsked = data?.rules.some(({ onRepeat }) => onRepeat === 'waived') === true;
  const repeats = useRepeats(lines, isAsked, forUserId);
  // Equal charges are the same object, so that typing draws the total once.
  const text = JSON.stringify(data && chargingOf(data, lines, catalogue, leadClassId, repeats));
  const charging = useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Charging)), [text]);
  // Before the browser paints: the total must not flash without its charges.
  useLayoutEffect(() => onChange(charging), [charging, onChange]);
  return null;
}

/**
 * The keys of the parts that repeat an earlier order: the server says so, as it decides when they are ordered. A model that is not on the
 * server yet repeats nothing.
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

/** Quantity and remark make no difference: typing them asks nothing again. */
const asPart = ({ remark: _remark, fileIds: _files, ...item }: QuotationItem): QuotationItem => ({
  ...item,
  num: 1,
});
