import { parsePositiveInt } from '#domain/parse-number.ts';

const MAX_PAGE = 1_000_000;

/** The page in the query of an address, from 1. */
export function readPage(query: URLSearchParams): number {
  const page = parsePositiveInt(query.get('page')) ?? 1;
  return page > MAX_PAGE ? 1 : page;
}

/** The filters of a list as the query of an address with its question mark; '' without any filter. */
export function searchText(search: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search) as [string, string | number][]) {
    if (value !== '' && !(name === 'page' && value === 1)) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Whether any filter is set, pages aside. */
export const hasFilters = (search: object): boolean => searchText({ ...search, page: 1 }) !== '';
