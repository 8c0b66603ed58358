import { useQuery, type QueryKey } from '@tanstack/react-query';

/** Reads a stored file, or data derived from it. Its URL is outside the contract, and its content never changes. */
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
