import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';

/** The kinds of records that are searched, in the order of the response. */
export const SEARCH_KINDS = ['order', 'user', 'material', 'process'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The maximum number of records of each kind in a response. */
export const MAX_RESULTS_PER_KIND = 5;

const searchResult = z.object({
  kind: z.literal([...SEARCH_KINDS]),
  id: z.number(),
  /** Order number, user name or name. */
  title: z.string(),
  /** Distinguishes the record from similar ones: customer and parts, department, or category. */
  text: z.string(),
});
export type SearchResult = z.output<typeof searchResult>;

/**
 * Searches orders by number (from three characters on), customer, company, and parts or messages of the latest orders;
 * users by name, user name, phone and company; materials and processes by name. Each kind requires the permissions for
 * its list and details, and is limited to the caller's data scope.
 */
export const search = {
  records: {
    method: 'GET',
    path: '/search',
    summary: '搜索记录',
    permission: 'session',
    query: z.strictObject({ text: text('搜索内容', { max: 100 }) }),
    data: z.object({ list: z.array(searchResult) }),
  },
} as const satisfies Endpoints;
