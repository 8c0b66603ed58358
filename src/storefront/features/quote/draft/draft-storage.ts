import * as z from 'zod/mini';
import { readStoredObject, writeStored } from '#providers/browser-storage.ts';
import { selectionsOf, type PartFields } from './draft.ts';
import { MAX_ITEMS } from './validation.ts';

/** Increased when older stored drafts could be misread; those are then dropped. */
const VERSION = 1;

const storedText = z.string().check(z.maxLength(500));

const storedPart = z.object({
  name: storedText,
  materialId: z.nullable(z.int()),
  length: storedText,
  width: storedText,
  height: storedText,
  num: storedText,
  selections: z.record(z.string(), z.int()),
  remark: storedText,
  // Drafts stored before files existed have none.
  files: z._default(
    z.array(z.object({ id: z.int(), name: storedText, size: z.int(), hasThumbnail: z.boolean() })),
    [],
  ),
});

const storedDraft = z.object({
  version: z.literal(VERSION),
  orderId: z.nullable(z.int()),
  parts: z.array(storedPart).check(z.maxLength(MAX_ITEMS)),
});

/**
 * Identifies a draft: each user has one for a new quotation and one for the order last opened for quoting (`orderId`),
 * so that drafts do not accumulate.
 */
export interface DraftSlot {
  userId: number;
  orderId: number | null;
}

const slotName = ({ userId, orderId }: DraftSlot) => `draft.${userId}${orderId === null ? '' : '.order'}`;

/** The stored draft, or undefined when it is missing, broken, or of another version or order. */
export function loadDraft(slot: DraftSlot): PartFields[] | undefined {
  const result = storedDraft.safeParse(readStoredObject(slotName(slot)));
  if (!result.success || result.data.orderId !== slot.orderId) return undefined;
  return result.data.parts.map((part) => ({ ...part, selections: selectionsOf(part.selections) }));
}

export function saveDraft(slot: DraftSlot, parts: readonly PartFields[]): void {
  const kept = parts.map(({ name, materialId, length, width, height, num, selections, remark, files }) => ({
    name,
    materialId,
    length,
    width,
    height,
    num,
    selections,
    remark,
    files,
  }));
  writeStored(slotName(slot), JSON.stringify({ version: VERSION, orderId: slot.orderId, parts: kept }));
}

export function clearDraft(slot: DraftSlot): void {
  writeStored(slotName(slot), null);
}
