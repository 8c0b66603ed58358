import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { optionalText, text } from '../kernel/fields.ts';

export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 30;
/** The maximum number of lists for which a user may have views. */
export const MAX_VIEWED_LISTS = 40;

const viewName = text('视图名称', { max: MAX_VIEW_NAME });
const columns = z
  .array(text('列', { max: 60 }), { error: '列必须是列表' })
  .check(z.maxLength(60, { error: '最多60列' }));

/** A saved state of a list: its filters, sort order and columns. */
export const listView = z.strictObject({
  name: viewName,
  /** Filters, sort order and page size as in the URL of the list. */
  search: optionalText('筛选条件', 1000),
  /** null: the default columns. */
  hidden: z.nullable(columns),
  order: columns,
});
export type ListView = z.output<typeof listView>;

/** The views of one list. */
const viewSet = z.strictObject({
  views: z
    .array(listView, { error: '视图必须是列表' })
    .check(z.maxLength(MAX_VIEWS, { error: `最多${MAX_VIEWS}个视图` })),
  /** The name of the view that the list opens with. */
  initial: z.nullable(viewName),
});
export type ViewSet = z.output<typeof viewSet>;

/** The views of all lists, by the name of the list. */
export const viewSets = z.record(z.string(), viewSet);
export type ViewSets = z.output<typeof viewSets>;

/** The caller's own views of lists. */
export const listViews = {
  read: {
    method: 'GET',
    path: '/user/views',
    summary: '列表视图',
    permission: 'session',
    data: viewSets,
  },
  /** Replaces the views of a list; an empty list of views deletes all of them. */
  save: {
    method: 'PUT',
    path: '/user/views/:list',
    summary: '保存列表视图',
    permission: 'session',
    params: z.strictObject({
      list: text('列表', { max: 40 }).check(z.regex(/^[a-z][a-z-]*$/, { error: '没有这个列表' })),
    }),
    body: viewSet,
    maxBytes: 64 * 1024,
    data: z.null(),
  },
} as const satisfies Endpoints;
