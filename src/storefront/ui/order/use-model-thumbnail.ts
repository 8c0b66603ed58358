import { useQuery } from '@tanstack/react-query';
import type { OrderModel } from '#contract/files/models.ts';
import { loadModelThumbnail } from '#providers/files.ts';

/** The picture of a model's body as a data URI; undefined while it loads, or if there is none. */
export function useModelThumbnail(
  model: Pick<OrderModel, 'id' | 'body' | 'hasThumbnail'> | null | undefined,
) {
  const { id = 0, body = 0, hasThumbnail = false } = model ?? {};
  const { data } = useQuery({
    queryKey: ['model', id, body, 'thumbnail'],
    queryFn: ({ signal }) => loadModelThumbnail({ id, body }, signal),
    enabled: hasThumbnail,
    staleTime: Infinity,
    retry: false,
  });
  return data;
}
