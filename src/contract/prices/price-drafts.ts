import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, idParams, optionalText, text, timestamp, version } from '../kernel/fields.ts';
import { meetingDrafts } from './meeting-drafts.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { MAX_SENT_BYTES, previewed } from '../kernel/record-import.ts';
import { MAX_PRICES_BYTES, namedPriceChange, priceChanges, priceKeys } from './price-changes.ts';
import { jumpFlag } from './price-jumps.ts';

/**
 * `draft`: changes nothing yet. `scheduled`: is published at its moment. `live`: published. `undone`: published and rolled
 * back.
 */
export const PRICE_DRAFT_STATES = ['draft', 'scheduled', 'live', 'undone'] as const;
export type PriceDraftState = (typeof PRICE_DRAFT_STATES)[number];

/** Drafts that wait for their publication, at most. */
export const MAX_PRICE_DRAFTS = 100;
/** Days ahead that a publication may be set for, at most. */
export const MAX_DAYS_AHEAD = 366;

const draftFields = {
  id: z.number(),
  name: z.string(),
  /** Why its author changes the prices. */
  reason: z.string(),
  state: z.literal([...PRICE_DRAFT_STATES]),
  /** Number of prices. */
  count: z.number(),
  createdName: z.string(),
  createdAt: timestamp,
  /** Only for `scheduled`: when it is published, and who set the moment. */
  publishAt: z.nullable(timestamp),
  scheduledName: z.string(),
  /** Why the publication at the set moment did not happen; empty otherwise. */
  failure: z.string(),
  publishedName: z.string(),
  publishedAt: z.nullable(timestamp),
  undoneName: z.string(),
  undoneAt: z.nullable(timestamp),
  version: z.number(),
};
const priceDraft = z.object(draftFields);
export type PriceDraft = z.output<typeof priceDraft>;

const wholeDraft = z.object({
  ...draftFields,
  /** Without those that the caller may not see. */
  changes: z.array(namedPriceChange),
  /** Prices of the draft that the caller may not see: machining prices of other companies, charge rules. */
  hidden: z.number(),
  /**
   * Other drafts that meet this one while it is not published. The first publication prevents the
   * others.
   */
  meets: meetingDrafts,
  /** A digest of the current prices: sent back, it confirms that the sender has seen them. */
  seen: z.string(),
});
export type WholePriceDraft = z.output<typeof wholeDraft>;

const heading = {
  name: text('名称', { max: 60 }).check(z.refine((name) => name.trim() !== '', { error: '请输入名称' })),
  reason: optionalText('原因', 500),
};
const newDraft = z.strictObject({ ...heading, changes: priceChanges });

/** Confirms that the sender has seen the current prices, where they are no longer those that the author saw. */
const seen = z.optional(text('核对编号', { max: 64 }));
const publication = { seen, version, ...jumpFlag };

/** Data of `price.drafts_differ`: prices that both drafts change, to different values. */
export const draftDifferences = z.object({ keys: z.array(z.string()) });

const maxBytes = MAX_PRICES_BYTES;
const applied = z.object({ saved: z.number() });

/** Changes of prices that are collected, published at once, now or at a set moment, and rolled back exactly. */
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
    data: wholeDraft,
  },
  /** Keeps changes without applying them; `data` is the draft's id. 409 `price.too_many_drafts`. */
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
  /** Adds changes to a draft that is not published; a price that it changes already takes the new value. */
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
   * Keeps the previewed import of charge rules without applying it: other figures of rules wait in the draft, new rules are saved
   * switched off and the draft switches them on. 409 `import.expired`; refused where a rule changes in anything else.
   */
  createOfRules: {
    method: 'POST',
    path: '/price-draft/charge-rules',
    summary: '附加费规则导入存为调价草稿',
    permission: 'mfr:price:edit',
    msg: '已存为草稿',
    body: z.strictObject({ ...heading, ...previewed }),
    maxBytes: MAX_SENT_BYTES,
    data: z.number(),
  },
  /** Adds the previewed import of charge rules to a draft that is not published. */
  addRules: {
    method: 'POST',
    path: '/price-draft/:id/charge-rules',
    summary: '附加费规则导入加入调价草稿',
    permission: 'mfr:price:edit',
    msg: '已加入草稿',
    params: idParams,
    body: z.strictObject({ ...previewed, version }),
    maxBytes: MAX_SENT_BYTES,
    data: z.object({ count: z.number() }),
  },
  /** Takes changes out of a draft that is not published, by the keys of their prices; at least one has to stay. */
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
   * Takes over the changes of another draft, which ends. 409 `price.drafts_differ` with the prices that both change to different
   * values and that neither `ours` nor `theirs` decides.
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
      /** Keys of prices that have this draft's value. */
      ours: z.optional(priceKeys),
      /** Keys of prices that take the other draft's value. */
      theirs: z.optional(priceKeys),
    }),
    maxBytes,
    data: z.object({ count: z.number() }),
  },
  /**
   * Applies all prices, or none: 409 `price.conflict` naming the prices that are no longer what the author saw, unless `seen`
   * says that the publisher has seen them; 409 `price.jump` without `confirmJumps`, 409 `record.changed` for a draft that is
   * published already.
   */
  publish: {
    method: 'POST',
    path: '/price-draft/:id/publish',
    summary: '发布调价草稿',
    permission: 'mfr:price:edit',
    msg: '已发布',
    params: idParams,
    body: z.strictObject(publication),
    data: applied,
  },
  /**
   * Publishes it at a moment; refused like a publication now. If a price changes before that moment, the draft is not published,
   * and the user who set the moment is notified.
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
  /** Takes back the moment; the draft stays. */
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
   * Resets every price to the value that the publication replaced, except those in `kept`; 409 `price.changed_since` naming the
   * others that have changed since or whose record is deleted.
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
    data: applied,
  },
  /** Only of a draft that is neither published nor waits for its moment. */
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
