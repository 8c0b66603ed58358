import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from './define-resource.ts';

/** After a write: has every choice, and whatever else the resource names, asked for again. */
export function useRefresh({ refreshes }: Resource): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [['choices'], ...refreshes];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
