import { useQuery, type QueryKey } from '@tanstack/react-query';

/** A file of the store, or what is made of one. It is no answer of the contract, and it never changes. */
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
