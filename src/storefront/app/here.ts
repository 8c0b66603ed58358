import { useLocation, useSearch } from 'wouter';

/** The current address below the site: path and query. */
export function useHere(): string {
  const [pathname] = useLocation();
  const search = useSearch();
  return search === '' ? pathname : `${pathname}?${search}`;
}
