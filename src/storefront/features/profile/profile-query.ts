import { queryOptions } from '@tanstack/react-query';
import { profile } from '#contract/people/profile.ts';
import { fetchData } from '#providers/http/http.ts';

/** The user's own record. Fetched on each visit, because saving requires the current version. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => fetchData(profile.read, { signal, quiet: true }),
  gcTime: 0,
  refetchOnReconnect: false,
});
