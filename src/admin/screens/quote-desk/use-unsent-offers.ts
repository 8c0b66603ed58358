import { useEffect, useState, useSyncExternalStore } from 'react';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import {
  createUnsentOffers,
  type UnsentOffer,
  type UnsentOffers,
} from '../../resources/order/offer/unsent-offers.ts';
import { useKept, useResumed } from '../../session/use-interrupted.ts';

const interrupted = createInterruptedInput<ReadonlyMap<number, UnsentOffer>>();
const PLACE = 'quote-desk';

/** The unsent offers of the desk: kept while the user steps through the queue; leaving the desk asks for confirmation. */
export function useUnsentOffers(): { offers: UnsentOffers; ids: ReadonlySet<number> } {
  const resumed = useResumed(interrupted, PLACE);
  const [offers] = useState(() => createUnsentOffers(resumed));
  const ids = useSyncExternalStore(offers.subscribe, offers.ids);
  const { setDirty } = useUnsavedGuard();
  useEffect(() => setDirty(ids.size > 0));
  useKept(interrupted, PLACE, () => (ids.size > 0 ? offers.all() : undefined));
  return { offers, ids };
}
