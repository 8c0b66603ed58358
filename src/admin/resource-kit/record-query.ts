/** A record is always fetched again, so that an older copy does not appear first; 0 is no record. */
export const freshRecord = (id: number) => ({ gcTime: 0, placeholderData: undefined, enabled: id > 0 });

/** Why the record cannot be shown; undefined while it loads. */
export function problemOf(error: { message: string } | null | undefined, id: number): string | undefined {
  return id === 0 ? '记录不存在' : error?.message;
}
