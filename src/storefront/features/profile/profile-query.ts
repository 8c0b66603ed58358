import { queryOptions } from '@tanstack/react-query';
import { profile } from '#contract/profile.ts';
import { fetchData } from '#providers/http.ts';

/** The signed-in user's own record, asked for anew at each visit: what is typed there is saved by its version. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => fetchData(profile.read, { signal, quiet: true }),
  gcTime: 0,
  refetchOnReconnect: false,
});
