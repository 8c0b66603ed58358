import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { id, idParams, optionalText, text, timestamp, version } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { jumpFlag } from './price-jumps.ts';
import { cellEdit, cellValue, changedCells, MAX_CELLS, namedChange } from './price-table.ts';

/** `draft`: changes nothing yet. `live`: published. `undone`: published and rolled back. */
export const PRICE_DRAFT_STATES = ['draft', 'live', 'undone'] as const;
export type PriceDraftState = (typeof PRICE_DRAFT_STATES)[number];

/** Drafts that wait for their publication, at most. */
export const MAX_PRICE_DRAFTS = 100;

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
  publishedName: z.string(),
  publishedAt: z.nullable(timestamp),
  undoneName: z.string(),
  undoneAt: z.nullable(timestamp),
  version: z.number(),
};
const priceDraft = z.object(draftFields);
export type PriceDraft = z.output<typeof priceDraft>;

const draftCell = z.extend(namedChange, {
  /** What the price table holds; `before` is what the author saw, or what the publication replaced. */
  now: cellValue,
});
export type PriceDraftCell = z.output<typeof draftCell>;

const newDraft = z.strictObject({
  name: text('名称', { max: 60 }).check(z.refine((name) => name.trim() !== '', { error: '请输入名称' })),
  reason: optionalText('原因', 500),
  cells: changedCells,
});

const publication = z.strictObject({
  /** Prices that differ from what the author saw, as the publisher sees them: the draft replaces them. */
  seen: z
    .array(z.strictObject({ materialId: id, optionId: id, current: cellEdit }))
    .check(z.maxLength(MAX_CELLS, { error: `一次最多${MAX_CELLS}个价格` })),
  version,
  ...jumpFlag,
});

/** Changes of the price table that are collected, published at once and rolled back exactly. */
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
    data: z.object({ ...draftFields, cells: z.array(draftCell) }),
  },
  /** Keeps changes of the price table without applying them; `data` is the draft's id. 409 `price.too_many_drafts`. */
  create: {
    method: 'POST',
    path: '/price-draft',
    summary: '新增调价草稿',
    permission: 'mfr:price:edit',
    msg: '已存为草稿',
    body: newDraft,
    maxBytes: 8 * 1024 * 1024,
    data: z.number(),
  },
  /**
   * Applies all prices, or none: 409 `price.conflict` with the current values where a price is neither what the author saw nor
   * named by `seen`, 409 `price.jump` without `confirmJumps`, 409 `record.changed` for a draft that is published already.
   */
  publish: {
    method: 'POST',
    path: '/price-draft/:id/publish',
    summary: '发布调价草稿',
    permission: 'mfr:price:edit',
    msg: '已发布',
    params: idParams,
    body: publication,
    maxBytes: 8 * 1024 * 1024,
    data: z.object({ saved: z.number() }),
  },
  /** Gives every price back what the publication replaced; 409 `price.conflict` where one has changed since. */
  rollBack: {
    method: 'POST',
    path: '/price-draft/:id/roll-back',
    summary: '撤回调价',
    permission: 'mfr:price:edit',
    msg: '已撤回，价格恢复为发布前',
    params: idParams,
    body: z.strictObject({ version }),
    data: z.object({ saved: z.number() }),
  },
  /** Only of a draft that is not published. */
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
