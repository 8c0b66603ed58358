import type { OfferDraft } from './offer-opening.ts';

/** An offer that was typed and not sent. */
export interface UnsentOffer {
  /** The revision for which it was typed. */
  revision: number;
  draft: OfferDraft;
  /** Why it is to be released. */
  approvalReason: string;
}

/** Typed offers by the number of their order, while one steps from request to request. Only in memory. */
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
