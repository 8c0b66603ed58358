import { useQuery, type QueryKey } from '@tanstack/react-query';

/** Reads a stored file, or something derived from it. It is outside of the contract, and it never changes. */
export const useStoredFile = <T>(
  queryKey: QueryKey,
  load: (signal: AbortSignal) => Promise<T>,
  options: { enabled?: boolean; gcTime?: number } = {},
) =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
    retry: false,
    ...options,
  });
