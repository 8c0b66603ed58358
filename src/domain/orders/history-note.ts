/*
 * A row of an order's history whose status stays the same says in its reason what it is. A note to the customer begins
 * with this mark, which no other row does.
 */
const MARK = '留言：';

/** What the history keeps of a note. */
export const asHistoryNote = (text: string): string => MARK + text;

/** The note of a row of the history; undefined for a row that is none. */
export function noteOfHistory(row: { from: string | null; to: string; reason: string }): string | undefined {
  return row.from === row.to && row.reason.startsWith(MARK) ? row.reason.slice(MARK.length) : undefined;
}
