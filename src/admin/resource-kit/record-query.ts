/** Always fetches the record again, so that no stale copy appears; id 0 means that there is no record. */
export const freshRecord = (id: number) => ({ gcTime: 0, placeholderData: undefined, enabled: id > 0 });

/** Why the record cannot be shown; undefined without an error. */
export function loadError(error: { message: string } | null | undefined, id: number): string | undefined {
  return id === 0 ? '记录不存在' : error?.message;
}
