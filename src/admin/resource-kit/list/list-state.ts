import type { CrudFilter, CrudSort } from '@refinedev/core';
import * as z from 'zod/mini';
import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { fieldTypeOf } from '../../field-types/field-types.ts';
import { fieldOf, type Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';

export const PAGE_SIZES = [10, DEFAULT_PAGE_SIZE, 50, 100];

const POSITIVE = /^[1-9]\d{0,5}$/;

/**
 * Parses a list's state from the URL. Ignores malformed and undeclared parameters, so that an old or bad link shows the
 * list instead of an error; `invalidFilters` reports malformed filters.
 */
export function parseListState(resource: Resource, params: URLSearchParams): ListState {
  const page = params.get('pageIndex') ?? '';
  const pageSize = Number(params.get('pageSize'));
  const filters: Record<string, unknown> = {};
  for (const name of resource.list.filters) {
    const field = fieldOf(resource, name);
    const value = fieldTypeOf(field).filter?.parse(params.get(name) ?? '', field);
    if (value !== undefined) filters[name] = value;
  }
  return {
    page: POSITIVE.test(page) ? Number(page) : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    sort: parseSort(resource, params),
    filters,
  };
}

/** The malformed filters of a URL, as text: `状态“9”`. */
export function invalidFilters(resource: Resource, params: URLSearchParams): string[] {
  return resource.list.filters.flatMap((name) => {
    const text = params.get(name) ?? '';
    const field = fieldOf(resource, name);
    const { filter } = fieldTypeOf(field);
    return text === '' || !filter || filter.parse(text, field) !== undefined ? [] : `${field.label}“${text}”`;
  });
}

function parseSort(resource: Resource, params: URLSearchParams): ListState['sort'] {
  for (const field of resource.list.columns) {
    const order = params.get(`${field}Order`);
    if ((order === 'asc' || order === 'desc') && isSortable(resource, field)) return { field, order };
  }
  return undefined;
}

/** Formats a list's state as URL parameters with their wire names; the initial state has none. */
export function formatListState(resource: Resource, state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state.filters)) {
    const filter = fieldTypeOf(fieldOf(resource, name)).filter;
    if (filter && value !== undefined) params.set(name, filter.format(value));
  }
  if (state.sort) params.set(`${state.sort.field}Order`, state.sort.order);
  if (state.page > 1) params.set('pageIndex', String(state.page));
  if (state.pageSize !== DEFAULT_PAGE_SIZE) params.set('pageSize', String(state.pageSize));
  return params;
}

/** Converts the state to Refine's pagination, sorters and filters. */
export function listQuery(resource: Resource, state: ListState) {
  const filters: CrudFilter[] = Object.entries(state.filters).flatMap(([name, value]) => {
    const field = fieldOf(resource, name);
    return fieldTypeOf(field).filter?.query(name, value, field) ?? [];
  });
  const sorters: CrudSort[] = state.sort ? [state.sort] : [];
  return { pagination: { currentPage: state.page, pageSize: state.pageSize }, sorters, filters };
}

/** True if the list endpoint can sort by this field. */
export function isSortable({ endpoints }: Resource, field: string): boolean {
  const { query } = endpoints.list;
  return query instanceof z.ZodMiniObject && `${field}Order` in query.shape;
}
