import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { loadDraft } from './draft-storage.ts';

const slotName = (userId: number) => `draft.${userId}.base`;

/** The version of the quotation that a kept draft was begun with; the order's own when there is no such draft. */
export function draftBase(userId: number, order: { id: number; version: number }): number {
  if (!loadDraft({ userId, orderId: order.id })) return order.version;
  const { orderId, version } = readStoredObject(slotName(userId)) ?? {};
  return orderId === order.id && typeof version === 'number' ? version : order.version;
}

/** Notes what the draft of a quotation was begun with. */
export function keepDraftBase(userId: number, order: { id: number; version: number }): void {
  writeStored(slotName(userId), JSON.stringify({ orderId: order.id, version: order.version }));
}
