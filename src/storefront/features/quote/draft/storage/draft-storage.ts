import * as z from 'zod/mini';
import { readStored, readStoredObject, watchStored, writeStored } from '#providers/browser-storage.ts';
import { modelCounts } from '#contract/files/models.ts';
import { sentModel } from '#contract/orders/part-item.ts';
import { priceTrace } from '#contract/orders/price-trace.ts';
import { pick } from '#domain/pick.ts';
import { selectionsOf, type PartFields } from '../draft.ts';
import { MAX_ITEMS } from '../validation.ts';

/** Increment when older drafts would be misread; they are then dropped. */
const VERSION = 1;

const storedText = z.string().check(z.maxLength(500));

const storedModel = z.object({
  fileId: storedText,
  fileName: storedText,
  fileBytes: z.int(),
  bodyIndex: z.optional(z.int()),
  isWhole: z.optional(z.boolean()),
  factor: z.number(),
  unit: z.optional(z.enum(['um', 'mm', 'cm', 'm', 'in', 'ft'])),
  measures: z.optional(
    z.object({
      bodies: z.int(),
      volumeMm3: z.number(),
      sizeMm: z.optional(z.tuple([z.number(), z.number(), z.number()])),
      isTurned: z.optional(z.boolean()),
      counts: z.optional(modelCounts),
    }),
  ),
  failure: z.optional(storedText),
  ordered: z.optional(sentModel),
  hasThumbnail: z.optional(z.boolean()),
});

const storedSize = { length: storedText, width: storedText, height: storedText };

const storedPart = z.object({
  name: storedText,
  materialId: z.nullable(z.int()),
  ...storedSize,
  num: storedText,
  selections: z.record(z.string(), z.int()),
  remark: storedText,
  // Missing in drafts older than this field.
  files: z._default(
    z.array(z.object({ id: z.int(), name: storedText, size: z.int(), hasThumbnail: z.boolean() })),
    [],
  ),
  modelFile: z.optional(storedModel),
  replaced: z.optional(z.object({ ...storedSize, modelFile: storedModel })),
  isRound: z.optional(z.boolean()),
  isListed: z.optional(z.boolean()),
  stockSizeId: z.optional(z.int()),
  unread: z._default(z.record(z.string(), storedText), {}),
  assumed: z.optional(z.object({ finish: z.optional(storedText) })),
  earlier: z.optional(
    z.object({
      orderId: z.int(),
      orderNo: storedText,
      at: storedText,
      isOrdered: z.boolean(),
      trace: priceTrace,
      names: z.record(z.string(), storedText),
    }),
  ),
});

const STORED_FIELDS = Object.keys(storedPart.shape) as (keyof typeof storedPart.shape)[];

const storedDraft = z.object({
  version: z.literal(VERSION),
  orderId: z.nullable(z.int()),
  parts: z.array(storedPart).check(z.maxLength(MAX_ITEMS)),
});

/** Maximum stored drafts per user, separately for edited orders and for requests for customers. */
const MAX_DRAFTS = 5;

/**
 * Identifies a draft. Each user has one for a new quotation, and one for each of the last edited orders;
 * staff also have one for each of the last customers they acted for.
 */
export interface DraftSlot {
  userId: number;
  orderId: number | null;
  /** The customer that staff act for; 0 until one is chosen. */
  forUserId?: number | undefined;
}

function slotName({ userId, orderId, forUserId }: DraftSlot): string {
  if (orderId !== null) return `draft.${userId}.order.${orderId}`;
  return `draft.${userId}${forUserId === undefined ? '' : `.for.${forUserId}`}`;
}

/** The stored draft; undefined if missing, invalid, or of another version or order. */
export function loadDraft(slot: DraftSlot): PartFields[] | undefined {
  const result = storedDraft.safeParse(readStoredObject(slotName(slot)));
  if (!result.success || result.data.orderId !== slot.orderId) return undefined;
  return result.data.parts.map((part) => ({ ...part, selections: selectionsOf(part.selections) }));
}

export function saveDraft(slot: DraftSlot, parts: readonly PartFields[]): void {
  dropOldest(slot);
  writeStored(slotName(slot), draftText(slot, parts));
}

/** The text that `saveDraft` stores. */
export function draftText(slot: DraftSlot, parts: readonly PartFields[]): string {
  const storedParts = parts.map((part) => pick(part, STORED_FIELDS));
  return JSON.stringify({ version: VERSION, orderId: slot.orderId, parts: storedParts });
}

/** The raw stored text, to detect changes by another tab. */
export function storedDraftText(slot: DraftSlot): string | null {
  return readStored(slotName(slot));
}

/** Calls back when another tab writes or clears the draft. Returns a function that unsubscribes. */
export function watchDraft(slot: DraftSlot, onChange: () => void): () => void {
  return watchStored([slotName(slot)], onChange);
}

export function clearDraft(slot: DraftSlot): void {
  writeStored(slotName(slot), null);
}

/** Drops the oldest drafts beyond the limit. */
function dropOldest({ userId, orderId, forUserId = 0 }: DraftSlot): void {
  const latestId = orderId ?? forUserId;
  if (latestId === 0) return;
  const indexName = `draft.${userId}.${orderId === null ? 'customers' : 'orders'}`;
  const { ids } = readStoredObject(indexName) ?? {};
  const storedIds = Array.isArray(ids) ? ids.filter((id): id is number => Number.isInteger(id)) : [];
  if (storedIds[0] === latestId) return;
  const latest = [latestId, ...storedIds.filter((id) => id !== latestId)];
  for (const id of latest.slice(MAX_DRAFTS))
    clearDraft(orderId === null ? { userId, orderId, forUserId: id } : { userId, orderId: id });
  writeStored(indexName, JSON.stringify({ ids: latest.slice(0, MAX_DRAFTS) }));
}

const leadEntryName = ({ userId, orderId, forUserId }: DraftSlot) =>
  `draft.${userId}.lead.${orderId ?? (forUserId === undefined ? 'new' : `for.${forUserId}`)}`;

/** The lead class of the stored draft; null for 标准. */
export function loadLead(slot: DraftSlot): number | null {
  const { leadClassId } = readStoredObject(leadEntryName(slot)) ?? {};
  return typeof leadClassId === 'number' ? leadClassId : null;
}

export function saveLead(slot: DraftSlot, leadClassId: number | null): void {
  writeStored(leadEntryName(slot), leadClassId === null ? null : JSON.stringify({ leadClassId }));
}

const baseName = (userId: number, orderId: number) => `draft.${userId}.base.${orderId}`;

/** The revision that a stored draft is based on; without a draft, the order's current revision. */
export function loadDraftBase(userId: number, order: { id: number; revision: number }): number {
  if (!loadDraft({ userId, orderId: order.id })) return order.revision;
  const { revision } = readStoredObject(baseName(userId, order.id)) ?? {};
  return typeof revision === 'number' ? revision : order.revision;
}

export function saveDraftBase(userId: number, order: { id: number; revision: number }): void {
  writeStored(baseName(userId, order.id), JSON.stringify({ revision: order.revision }));
}
