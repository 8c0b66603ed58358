/*
 * Old orders store notes to the customer as history rows with an unchanged status and a `reason` with this prefix. No other row
 * has both.
 */
const MARK = '留言：';

/** The note of a history row; undefined for any other row. */
export function noteOfHistory(row: { from: string | null; to: string; reason: string }): string | undefined {
  return row.from === row.to && row.reason.startsWith(MARK) ? row.reason.slice(MARK.length) : undefined;
}
