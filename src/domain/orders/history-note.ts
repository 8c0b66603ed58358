/*
 * Before there were conversations, notes to the customer were rows of the history that leave the status unchanged. Their `reason`
 * starts with this mark; no other row's does.
 */
const MARK = '留言：';

/** The note of a history row; undefined for any other row. */
export function noteOfHistory(row: { from: string | null; to: string; reason: string }): string | undefined {
  return row.from === row.to && row.reason.startsWith(MARK) ? row.reason.slice(MARK.length) : undefined;
}
