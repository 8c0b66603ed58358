import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, periodFilters, timestamp } from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { MAX_PRICES_BYTES, namedPriceChange, priceKeys } from './price-changes.ts';
import { PRICE_DRAFT_STATES } from './price-drafts.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** All price changes of one catalogue revision. */
const priceVersion = z.object({
  /** The catalogue revision from which the prices apply; orders store the revision that they were priced with. */
  revision: z.number(),
  changedAt: timestamp,
  /** Empty when the user is deleted. */
  userName: z.string(),
  /** Number of prices. */
  count: z.number(),
  /** The draft that was published or rolled back; null for direct changes. */
  draft: z.nullable(
    z.object({
      id: z.number(),
      name: z.string(),
      reason: z.string(),
      state: z.literal([...PRICE_DRAFT_STATES]),
    }),
  ),
  /** The version rolls back the draft. */
  isRollBack: z.boolean(),
  /** The revisions of the version that it rolls back, and of the one that rolled it back. */
  undoes: z.nullable(z.number()),
  undoneBy: z.nullable(z.number()),
  /** The name of the copy, if a material was copied; null otherwise. */
  copyTo: z.nullable(z.string()),
});
export type PriceVersion = z.output<typeof priceVersion>;

/** The versions of prices: who changed what, when and why. Customers never see them. */
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
  /** The price changes in this period that the caller may see. */
  export: {
    method: 'GET',
    path: '/price-version/export',
    summary: '导出价格变更记录',
    permission: 'mfr:price:export',
    query: exportQuery(periodFilters),
    data: file,
    answer: 'file',
  },
  /** The version with this revision. */
  one: {
    method: 'GET',
    path: '/price-version/:id',
    summary: '价目版本详情',
    permission: 'mfr:price:list',
    params: idParams,
    data: z.extend(priceVersion, {
      /** The number of prices that the caller may not see: machining prices of other companies, charge rules. */
      hidden: z.number(),
    }),
  },
  /** The changes of a version that the caller may see; `now` is the current price. */
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
   * Resets all prices, except those in `kept`, to the values that a direct change replaced, as a new version. 409
   * `price.changed_since` with the prices that have changed since, 409 `price.cannot_roll_back` for a version that comes from a
   * draft, was rolled back already, or has no prices to reset.
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
      /** Null if the order is older than the first recorded change. */
      version: z.nullable(priceVersion),
      /** The number of later versions, up to `MAX_LATER_VERSIONS`. */
      later: z.number(),
    }),
  },
} as const satisfies Endpoints;

export const MAX_LATER_VERSIONS = 100;
