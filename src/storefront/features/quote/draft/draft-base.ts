import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { loadDraft } from './draft-storage.ts';

const slotName = (userId: number) => `draft.${userId}.base`;

/** The revision of the quotation that a stored draft is based on; the order's own without a draft. */
export function draftBase(userId: number, order: { id: number; revision: number }): number {
  if (!loadDraft({ userId, orderId: order.id })) return order.revision;
  const { orderId, revision } = readStoredObject(slotName(userId)) ?? {};
  return orderId === order.id && typeof revision === 'number' ? revision : order.revision;
}

/** Stores the revision that a draft is based on. */
export function keepDraftBase(userId: number, order: { id: number; revision: number }): void {
  writeStored(slotName(userId), JSON.stringify({ orderId: order.id, revision: order.revision }));
}
