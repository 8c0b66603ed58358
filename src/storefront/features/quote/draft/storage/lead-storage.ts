import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import type { DraftSlot } from './draft-storage.ts';

const slotName = ({ userId, orderId, forUserId }: DraftSlot) =>
  `draft.${userId}.lead.${orderId ?? (forUserId === undefined ? 'new' : `for.${forUserId}`)}`;

/** The lead class of the stored draft; null for 标准. */
export function loadLead(slot: DraftSlot): number | null {
  const { leadClassId } = readStoredObject(slotName(slot)) ?? {};
  return typeof leadClassId === 'number' ? leadClassId : null;
}

export function saveLead(slot: DraftSlot, leadClassId: number | null): void {
  writeStored(slotName(slot), leadClassId === null ? null : JSON.stringify({ leadClassId }));
}
