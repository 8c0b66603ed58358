import { useQueryClient } from '@tanstack/react-query';
import { isChoicesResource } from '../field-types/choices.ts';
import type { Resource } from './define-resource.ts';

/** Invalidates all choices and the `refreshes` of the resource after a write. */
export function useRefresh({ refreshes }: Resource): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [['choices'], ...refreshes];
    await Promise.all([
      // Refine's list keys start with `data`, the provider and the resource.
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => isChoicesResource(queryKey[2]) }),
      ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    ]);
  };
}
