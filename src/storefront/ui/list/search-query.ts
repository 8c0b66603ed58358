import { parsePositiveInt } from '#domain/parse-number.ts';

const MAX_PAGE = 1_000_000;

/** The page number in a query string, from 1; 1 if missing or invalid. */
export function readPage(query: URLSearchParams): number {
  const page = parsePositiveInt(query.get('page')) ?? 1;
  return page > MAX_PAGE ? 1 : page;
}

/** Serializes a list's filters to a query string with `?`; '' without filters. */
export function queryString(search: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search) as [string, string | number][]) {
    if (value !== '' && !(name === 'page' && value === 1)) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Whether any filter is set, ignoring the page. */
export const hasFilters = (search: object): boolean => queryString({ ...search, page: 1 }) !== '';
