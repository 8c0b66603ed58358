import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#providers/result.ts';

/** Server data as the storefront keeps it: asked again after half a minute, once more after a lost connection. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.error === 'network',
      },
    },
  });
}
