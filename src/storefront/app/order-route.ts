import { useParams, useSearchParams } from 'wouter';
import { parsePositiveInt } from '#domain/parse-number.ts';

/** Reads the order id and `?revision=` from the URL; undefined if the id or a given revision is invalid. */
export function useOrderRoute(): { orderId: number; revision: number | undefined } | undefined {
  const orderId = parsePositiveInt(useParams()['orderId']);
  const [search] = useSearchParams();
  const revisionText = search.get('revision');
  const revision = parsePositiveInt(revisionText);
  return orderId === undefined || (revisionText !== null && revision === undefined)
    ? undefined
    : { orderId, revision };
}
