import { useOne } from '@refinedev/core';
import { useParams } from 'react-router';
import type { Row } from '../kinds/field.ts';
import type { Resource } from './define-resource.ts';

/** The record that the address names, always fresh: an older copy must not flash up. */
export function useRecord(resource: Resource) {
  const { id = '' } = useParams();
  const { query, result } = useOne<Row>({
    resource: resource.name,
    id,
    errorNotification: false,
    queryOptions: { gcTime: 0, placeholderData: undefined, enabled: /^[1-9]\d{0,14}$/.test(id) },
  });
  return {
    id: Number(id),
    record: result,
    /** Why there is no record to show; undefined while it loads. */
    problem: query.isError
      ? query.error.message
      : query.fetchStatus === 'idle' && !result
        ? '记录不存在'
        : undefined,
    reload: async (): Promise<Row | undefined> => (await query.refetch()).data?.data,
  };
}
