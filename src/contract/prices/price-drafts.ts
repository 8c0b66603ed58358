import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, idParams, optionalText, text, timestamp, version } from '../kernel/fields.ts';
import { conflictingDrafts } from './conflicting-drafts.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { MAX_IMPORT_BYTES, applyFields } from '../kernel/record-import.ts';
import { MAX_PRICES_BYTES, namedPriceChange, priceChanges, priceKeys } from './price-changes.ts';
import { jumpFlag } from './price-jumps.ts';

/**
 * `draft`: not published. `scheduled`: will be published at `publishAt`. `live`: published. `undone`: published and rolled back.
 */
export const PRICE_DRAFT_STATES = ['draft', 'scheduled', 'live', 'undone'] as const;
export type PriceDraftState = (typeof PRICE_DRAFT_STATES)[number];

/** The maximum number of unpublished drafts. */
export const MAX_PRICE_DRAFTS = 100;
/** How far ahead a publication may be scheduled. */
export const MAX_DAYS_AHEAD = 366;

const draftFields = {
  id: z.number(),
  name: z.string(),
  reason: z.string(),
  state: z.literal([...PRICE_DRAFT_STATES]),
  /** Number of prices. */
  count: z.number(),
  createdName: z.string(),
  createdAt: timestamp,
  /** Only for `scheduled`: when it will be published, and who scheduled it. */
  publishAt: z.nullable(timestamp),
  scheduledName: z.string(),
  /** Why the scheduled publication failed; empty otherwise. */
  failure: z.string(),
  publishedName: z.string(),
  publishedAt: z.nullable(timestamp),
  undoneName: z.string(),
  undoneAt: z.nullable(timestamp),
  version: z.number(),
};
const priceDraft = z.object(draftFields);
export type PriceDraft = z.output<typeof priceDraft>;

const draftDetails = z.object({
  ...draftFields,
  /** The changes that the caller may see. */
  changes: z.array(namedPriceChange),
  /** The number of prices that the caller may not see: machining prices of other companies, charge rules. */
  hidden: z.number(),
  /** Conflicting scheduled drafts, until this one is published. The draft that is published first prevents the others. */
  meets: conflictingDrafts,
  /** A digest of the current prices; sending it back confirms that the user has seen them. */
  seen: z.string(),
});
export type PriceDraftDetails = z.output<typeof draftDetails>;

const heading = {
  name: text('名称', { max: 60 }).check(z.refine((name) => name.trim() !== '', { error: '请输入名称' })),
  reason: optionalText('原因', 500),
};
const newDraft = z.strictObject({ ...heading, changes: priceChanges });

/** Confirms that the user has seen the current prices; needed if they differ from those that the author saw. */
const seen = z.optional(text('核对编号', { max: 64 }));
const publication = { seen, version, ...jumpFlag };

/** `data` of `price.drafts_differ`: prices that both drafts change to different values. */
export const draftDifferences = z.object({ keys: z.array(z.string()) });

const maxBytes = MAX_PRICES_BYTES;
const savedCount = z.object({ saved: z.number() });

/** Collected price changes that are published together, now or at a scheduled time, and can be rolled back exactly. */
export const priceDrafts = {
  /** Newest first. */
  list: {
    method: 'GET',
    path: '/price-draft',
    summary: '调价草稿',
    permission: 'mfr:price:list',
    query: pageQuery({}),
    data: page(priceDraft),
  },
  one: {
    method: 'GET',
    path: '/price-draft/:id',
    summary: '调价草稿详情',
    permission: 'mfr:price:list',
    params: idParams,
    data: draftDetails,
  },
  /** Stores changes without applying them; `data` is the id of the draft. 409 `price.too_many_drafts`. */
  create: {
    method: 'POST',
    path: '/price-draft',
    summary: '新增调价草稿',
    permission: 'mfr:price:edit',
    msg: '已存为草稿',
    body: newDraft,
    maxBytes,
    data: z.number(),
  },
  /** Adds changes to an unpublished draft; replaces earlier changes of the same prices. */
  add: {
    method: 'POST',
    path: '/price-draft/:id/add',
    summary: '加入调价草稿',
    permission: 'mfr:price:edit',
    msg: '已加入草稿',
    params: idParams,
    body: z.strictObject({ changes: priceChanges, version }),
    maxBytes,
    data: z.object({ count: z.number() }),
  },
  /**
   * Stores the previewed import of charge rules as a draft: new figures wait in the draft; new rules are saved disabled, and the
   * draft enables them. 409 `import.expired`; an error if other fields of a rule change.
   */
  createFromRules: {
    method: 'POST',
    path: '/price-draft/charge-rules',
    summary: '附加费规则导入存为调价草稿',
    permission: 'mfr:price:edit',
    msg: '已存为草稿',
    body: z.strictObject({ ...heading, ...applyFields }),
    maxBytes: MAX_IMPORT_BYTES,
    data: z.number(),
  },
  /** Adds the previewed import of charge rules to an unpublished draft. */
  addRules: {
    method: 'POST',
    path: '/price-draft/:id/charge-rules',
    summary: '附加费规则导入加入调价草稿',
    permission: 'mfr:price:edit',
    msg: '已加入草稿',
    params: idParams,
    body: z.strictObject({ ...applyFields, version }),
    maxBytes: MAX_IMPORT_BYTES,
    data: z.object({ count: z.number() }),
  },
  /** Removes changes from an unpublished draft, by the keys of their prices; at least one must remain. */
  drop: {
    method: 'POST',
    path: '/price-draft/:id/drop',
    summary: '移出调价草稿',
    permission: 'mfr:price:edit',
    msg: '已从草稿中移除',
    params: idParams,
    body: z.strictObject({
      keys: priceKeys.check(z.minLength(1, { error: '请选择要移除的价格' })),
      version,
    }),
    maxBytes,
    data: z.object({ count: z.number() }),
  },
  /**
   * Adds the changes of another draft, which is deleted. 409 `price.drafts_differ` with the prices that both change to different
   * values, unless they are listed in `ours` or `theirs`.
   */
  merge: {
    method: 'POST',
    path: '/price-draft/:id/merge',
    summary: '合并调价草稿',
    permission: 'mfr:price:edit',
    msg: '已合并',
    params: idParams,
    body: z.strictObject({
      other: id,
      otherVersion: version,
      version,
      /** Keys of prices that keep this draft's value. */
      ours: z.optional(priceKeys),
      /** Keys of prices that get the other draft's value. */
      theirs: z.optional(priceKeys),
    }),
    maxBytes,
    data: z.object({ count: z.number() }),
  },
  /**
   * Applies all prices or none. 409 `price.conflict` with the prices that differ from those that the author saw, unless `seen`
   * confirms them; 409 `price.jump` without `confirmJumps`; 409 `record.changed` for a published draft.
   */
  publish: {
    method: 'POST',
    path: '/price-draft/:id/publish',
    summary: '发布调价草稿',
    permission: 'mfr:price:edit',
    msg: '已发布',
    params: idParams,
    body: z.strictObject(publication),
    data: savedCount,
  },
  /**
   * Schedules a publication; failures as for `publish`. If a price changes before that time, the draft is not published, and the
   * user who scheduled it is notified.
   */
  schedule: {
    method: 'POST',
    path: '/price-draft/:id/schedule',
    summary: '定时发布调价草稿',
    permission: 'mfr:price:edit',
    msg: '已设定发布时间',
    params: idParams,
    body: z.strictObject({
      ...publication,
      publishAt: z.iso.datetime({ offset: true, error: '请选择发布时间' }),
    }),
    data: z.null(),
  },
  /** Cancels a scheduled publication; the draft stays. */
  unschedule: {
    method: 'POST',
    path: '/price-draft/:id/unschedule',
    summary: '取消定时发布',
    permission: 'mfr:price:edit',
    msg: '已取消定时发布',
    params: idParams,
    body: z.strictObject({ version }),
    data: z.null(),
  },
  /**
   * Resets all prices, except those in `kept`, to the values that the publication replaced; 409 `price.changed_since` with the
   * prices that have changed since or whose record is deleted.
   */
  rollBack: {
    method: 'POST',
    path: '/price-draft/:id/roll-back',
    summary: '撤回调价',
    permission: 'mfr:price:edit',
    msg: '已撤回，价格恢复为发布前',
    params: idParams,
    body: z.strictObject({ version, kept: z.optional(priceKeys) }),
    maxBytes,
    data: savedCount,
  },
  /** Only for a draft that is neither published nor scheduled. */
  remove: {
    method: 'DELETE',
    path: '/price-draft/:id',
    summary: '删除调价草稿',
    permission: 'mfr:price:edit',
    msg: '草稿已删除',
    params: idParams,
    data: z.null(),
  },
} as const satisfies Endpoints;
