import { useLocation, useSearch } from 'wouter';

/** The current address within the site: path and query. */
export function useCurrentAddress(): string {
  const [pathname] = useLocation();
  const search = useSearch();
  return search === '' ? pathname : `${pathname}?${search}`;
}
