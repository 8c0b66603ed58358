import { queryOptions } from '@tanstack/react-query';
import { profile } from '#contract/people/profile.ts';
import { fetchData } from '#providers/http/http.ts';

/** The signed-in user's own record, fetched on each visit because it is saved by its version. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => fetchData(profile.read, { signal, quiet: true }),
  gcTime: 0,
  refetchOnReconnect: false,
});
