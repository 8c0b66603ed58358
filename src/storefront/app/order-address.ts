import { useParams, useSearchParams } from 'wouter';
import { parsePositiveInt } from '#domain/parse-number.ts';

/** The order of an address, and the revision that `?revision=` asks for; undefined when one is not a number. */
export function useOrderAddress(): { orderId: number; revision: number | undefined } | undefined {
  const orderId = parsePositiveInt(useParams()['orderId']);
  const [search] = useSearchParams();
  const wanted = search.get('revision');
  const revision = parsePositiveInt(wanted);
  return orderId === undefined || (wanted !== null && revision === undefined)
    ? undefined
    : { orderId, revision };
}
