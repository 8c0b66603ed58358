import type { OfferDraft } from './offer-opening.ts';

/** An unsent offer. */
export interface UnsentOffer {
  /** The revision that it is based on. */
  revision: number;
  draft: OfferDraft;
  /** The author's note for the approver. */
  approvalReason: string;
}

/** Unsent offers by order id, while the user moves between requests. Only in memory. */
export function createUnsentOffers(known: ReadonlyMap<number, UnsentOffer> = new Map()) {
  const offers = new Map(known);
  const listeners = new Set<() => void>();
  let ids: ReadonlySet<number> = new Set(offers.keys());

  function announce() {
    ids = new Set(offers.keys());
    for (const listener of listeners) listener();
  }

  return {
    find: (orderId: number): UnsentOffer | undefined => offers.get(orderId),
    all: (): ReadonlyMap<number, UnsentOffer> => new Map(offers),
    keep(orderId: number, offer: UnsentOffer): void {
      const isNew = !offers.has(orderId);
      offers.set(orderId, offer);
      if (isNew) announce();
    },
    drop(orderId: number): void {
      if (offers.delete(orderId)) announce();
    },
    /** The orders with an unsent offer; the same set until one is added or dropped. */
    ids: (): ReadonlySet<number> => ids,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type UnsentOffers = ReturnType<typeof createUnsentOffers>;
