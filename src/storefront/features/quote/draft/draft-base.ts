import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { loadDraft } from './storage/draft-storage.ts';

const slotName = (userId: number, orderId: number) => `draft.${userId}.base.${orderId}`;

/** The revision that a stored draft is based on; without a draft, the order's current revision. */
export function loadDraftBase(userId: number, order: { id: number; revision: number }): number {
  if (!loadDraft({ userId, orderId: order.id })) return order.revision;
  const { revision } = readStoredObject(slotName(userId, order.id)) ?? {};
  return typeof revision === 'number' ? revision : order.revision;
}

export function saveDraftBase(userId: number, order: { id: number; revision: number }): void {
  writeStored(slotName(userId, order.id), JSON.stringify({ revision: order.revision }));
}
