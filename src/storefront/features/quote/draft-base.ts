import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { loadDraft } from './draft-storage.ts';

const slotName = (userId: number) => `draft.${userId}.base`;

/** The revision of the quotation that a kept draft was begun with; the order's own when there is no such draft. */
export function draftBase(userId: number, order: { id: number; revision: number }): number {
  if (!loadDraft({ userId, orderId: order.id })) return order.revision;
  const { orderId, revision } = readStoredObject(slotName(userId)) ?? {};
  return orderId === order.id && typeof revision === 'number' ? revision : order.revision;
}

/** Notes what the draft of a quotation was begun with. */
export function keepDraftBase(userId: number, order: { id: number; revision: number }): void {
  writeStored(slotName(userId), JSON.stringify({ orderId: order.id, revision: order.revision }));
}
