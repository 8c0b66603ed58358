import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { labelOf, optionalText, timestamp, wholeParam } from './fields.ts';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 1000;

const sortDirection = z.optional(z.literal(['asc', 'desc'], { error: '排序只能是 asc 或 desc' }));

/** The sort parameters `<field>Order=asc|desc` of these fields. */
export function sortable<const F extends string>(...fields: readonly F[]) {
  const shape = {} as Record<`${F}Order`, typeof sortDirection>;
  for (const field of fields) shape[`${field}Order`] = sortDirection;
  return shape;
}

/** A "contains" filter of at most 200 characters, without wildcards. Trims pasted text and normalizes its full-width characters. */
export const textFilter = (labelOrField: string | z.ZodMiniType) =>
  z.optional(
    optionalText(typeof labelOrField === 'string' ? labelOrField : (labelOf(labelOrField) ?? ''), 200).check(
      z.overwrite(normalizePasted),
    ),
  );

const normalizePasted = (text: string): string =>
  text.trim().replaceAll(/[０-９Ａ-Ｚａ-ｚ－]/g, (character) => character.normalize('NFKC'));

const pageIndex = wholeParam('页码', { min: 1, max: 1_000_000 });
const pageSize = wholeParam('每页条数', { min: 1, max: MAX_PAGE_SIZE });

/** A query with paging parameters and the endpoint's filters; rejects other parameters. */
export function pageQuery<S extends z.core.$ZodShape>(filters: S) {
  return z.strictObject({
    pageIndex: z._default(pageIndex, 1),
    pageSize: z._default(pageSize, DEFAULT_PAGE_SIZE),
    ...filters,
  });
}

/** A query with the filters of a tree. Accepts paging parameters, but ignores them, because a tree is never paged. */
export function treeQuery<S extends z.core.$ZodShape>(filters: S) {
  return z.strictObject({ pageIndex: z.optional(pageIndex), pageSize: z.optional(pageSize), ...filters });
}

/** Whether a parameter counts as absent: an empty one from a form, or the `maxUpdatedAt` of an empty list. */
export const isAbsent = ({ query }: Endpoint, name: string, value: unknown): boolean =>
  query instanceof z.ZodMiniObject &&
  Object.hasOwn(query.shape, name) &&
  (value === '' || (name === 'maxUpdatedAt' && value === 'null'));

/** Whether the endpoint returns one page of a list. */
export const isPaged = ({ data }: Endpoint): boolean =>
  data instanceof z.ZodMiniObject && 'pageIndex' in data.shape;

/** One page of a list; `count` is the number of all matching rows. */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({
    list: z.array(item),
    count: z.number(),
    pageIndex: z.number(),
    pageSize: z.number(),
    maxUpdatedAt: z.nullable(timestamp),
  });
}

/** A deleted record in an incremental list. */
export const deletedRecord = z.object({ id: z.number(), deletedAt: timestamp });
