import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#providers/http/result.ts';

/** Query defaults: data is stale after half a minute, and one retry follows a lost connection. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.error === 'network',
      },
      // Without a network a write fails at once. By default it would wait silently and be sent later.
      mutations: { networkMode: 'always' },
    },
  });
}
