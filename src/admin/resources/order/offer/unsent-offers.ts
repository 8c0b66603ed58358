import type { OfferDraft } from './initial-offer.ts';

export interface UnsentOffer {
  /** The revision for which the input was begun. */
  revision: number;
  draft: OfferDraft;
  /** For the approver. */
  approvalReason: string;
}

/** Keeps unsent offers in memory while the user moves between requests. */
export function createUnsentOffers(initial: ReadonlyMap<number, UnsentOffer> = new Map()) {
  const offers = new Map(initial);
  const listeners = new Set<() => void>();
  let ids: ReadonlySet<number> = new Set(offers.keys());

  function notify() {
    ids = new Set(offers.keys());
    for (const listener of listeners) listener();
  }

  return {
    find: (orderId: number): UnsentOffer | undefined => offers.get(orderId),
    all: (): ReadonlyMap<number, UnsentOffer> => new Map(offers),
    keep(orderId: number, offer: UnsentOffer): void {
      const isNew = !offers.has(orderId);
      offers.set(orderId, offer);
      if (isNew) notify();
    },
    drop(orderId: number): void {
      if (offers.delete(orderId)) notify();
    },
    /** The ids of orders with an unsent offer; the same set until one is added or removed. */
    ids: (): ReadonlySet<number> => ids,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type UnsentOffers = ReturnType<typeof createUnsentOffers>;
