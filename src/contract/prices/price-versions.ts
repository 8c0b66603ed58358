import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, periodFilters, timestamp } from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { MAX_PRICES_BYTES, namedPriceChange, priceKeys } from './price-changes.ts';
import { PRICE_DRAFT_STATES } from './price-drafts.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** One write of prices: all that changed with a revision of the catalogue. */
const priceVersion = z.object({
  /** The revision since when its prices apply; orders store the revision they were priced with. */
  revision: z.number(),
  changedAt: timestamp,
  /** Empty when the user is deleted. */
  userName: z.string(),
  /** Number of prices. */
  count: z.number(),
  /** The draft that was published or rolled back; null for prices that were saved at once. */
  draft: z.nullable(
    z.object({
      id: z.number(),
      name: z.string(),
      reason: z.string(),
      state: z.literal([...PRICE_DRAFT_STATES]),
    }),
  ),
  /** The draft was rolled back with it. */
  isRollBack: z.boolean(),
  /** The version that it rolls back, and the one that rolled it back, by their revisions. */
  undoes: z.nullable(z.number()),
  undoneBy: z.nullable(z.number()),
  /** The material that was added as a copy with it, whose prices these are; null otherwise. */
  copyTo: z.nullable(z.string()),
});
export type PriceVersion = z.output<typeof priceVersion>;

/** The versions of the prices: who changed what, when and why. Nothing of them reaches a customer. */
export const priceVersions = {
  /** Newest first. */
  list: {
    method: 'GET',
    path: '/price-version',
    summary: '价目版本',
    permission: 'mfr:price:list',
    query: pageQuery(periodFilters),
    data: page(priceVersion),
  },
  /** Every change of a price in this period, as far as the caller may see the price. */
  export: {
    method: 'GET',
    path: '/price-version/export',
    summary: '导出价格变更记录',
    permission: 'mfr:price:export',
    query: exportQuery(periodFilters),
    data: file,
    answer: 'file',
  },
  /** By its revision. */
  one: {
    method: 'GET',
    path: '/price-version/:id',
    summary: '价目版本详情',
    permission: 'mfr:price:list',
    params: idParams,
    data: z.extend(priceVersion, {
      /** Prices that the caller may not see: machining prices of other companies, charge rules. */
      hidden: z.number(),
    }),
  },
  /** The changes of a version, as far as the caller may see the price; `now` is today's price. */
  changes: {
    method: 'GET',
    path: '/price-version/:id/changes',
    summary: '价目版本的变动',
    permission: 'mfr:price:list',
    params: idParams,
    query: pageQuery({}),
    data: page(namedPriceChange),
  },
  /**
   * Resets every price to the value that a directly saved version replaced, except those in `kept`, as a new version. 409
   * `price.changed_since` naming the others that have changed since, `price.cannot_roll_back` for a version of a draft, one that
   * was rolled back, and one of which nothing can be reset.
   */
  rollBack: {
    method: 'POST',
    path: '/price-version/:id/roll-back',
    summary: '回退价目版本',
    permission: 'mfr:price:edit',
    msg: '已回退，价格恢复为这一版本之前',
    params: idParams,
    body: z.strictObject({ kept: priceKeys }),
    maxBytes: MAX_PRICES_BYTES,
    data: z.object({ saved: z.number() }),
  },
  /** The version that an order's current revision was priced with. */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/price-version',
    summary: '订单的价目版本',
    permission: 'mfr:price:list',
    params: idParams,
    data: z.object({
      /** Null for prices from before the first recorded change. */
      version: z.nullable(priceVersion),
      /** Versions since then, up to `MAX_LATER`. */
      later: z.number(),
    }),
  },
} as const satisfies Endpoints;

/** Later versions are counted up to this number. */
export const MAX_LATER = 100;
