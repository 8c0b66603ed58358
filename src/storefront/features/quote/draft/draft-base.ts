import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { loadDraft } from './draft-storage.ts';

const slotName = (userId: number) => `draft.${userId}.base`;

/** The revision that a stored draft is based on; without a draft, the order's current revision. */
export function loadDraftBase(userId: number, order: { id: number; revision: number }): number {
  if (!loadDraft({ userId, orderId: order.id })) return order.revision;
  const { orderId, revision } = readStoredObject(slotName(userId)) ?? {};
  return orderId === order.id && typeof revision === 'number' ? revision : order.revision;
}

/** Stores the revision that a draft is based on. */
export function saveDraftBase(userId: number, order: { id: number; revision: number }): void {
  writeStored(slotName(userId), JSON.stringify({ orderId: order.id, revision: order.revision }));
}
