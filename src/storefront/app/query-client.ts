import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#providers/http/result.ts';

/** Query defaults: data is stale after 30 s; network errors are retried once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.error === 'network',
      },
      // Offline writes fail at once; by default they would wait silently and be sent later.
      mutations: { networkMode: 'always' },
    },
  });
}
