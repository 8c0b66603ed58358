import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';

/** The kinds of records that are searched, in the order of the answer. */
export const SEARCHED_KINDS = ['order', 'user', 'material', 'process'] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];

/** The most records of each kind in an answer. */
export const MAX_FOUND = 5;

const foundRecord = z.object({
  kind: z.literal([...SEARCHED_KINDS]),
  id: z.number(),
  /** Order number, user name or name. */
  title: z.string(),
  /** Text that distinguishes it from others: customer and parts, department, category. */
  text: z.string(),
});
export type FoundRecord = z.output<typeof foundRecord>;

/**
 * Finds records by their names: orders by number (from three characters on), customer, company, and part or message among the latest;
 * users by name, account, phone and company; materials; processes. Each kind requires the permissions of its list and of
 * its details, and is limited to the caller's data scope.
 */
export const search = {
  records: {
    method: 'GET',
    path: '/search',
    summary: '搜索记录',
    permission: 'session',
    query: z.strictObject({ text: text('搜索内容', { max: 100 }) }),
    data: z.object({ list: z.array(foundRecord) }),
  },
} as const satisfies Endpoints;
