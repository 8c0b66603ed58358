import { RECORD_ID } from './define-resource.ts';

/** A record is always fetched anew: an older copy must not flash up. */
export const freshRecord = (id: string) => ({
  gcTime: 0,
  placeholderData: undefined,
  enabled: RECORD_ID.test(id),
});

interface RecordQuery {
  isError: boolean;
  error: { message: string } | null;
}

/** Why there is no record to show; undefined while it loads. */
export function problemOf({ isError, error }: RecordQuery, id: string): string | undefined {
  if (!RECORD_ID.test(id)) return '记录不存在';
  return isError ? error?.message : undefined;
}
