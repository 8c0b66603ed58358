/*
 * History rows that keep the status explain themselves in `reason`. Notes to the customer start with this mark; no
 * other row does.
 */
const MARK = '留言：';

/** The `reason` under which the history stores a note. */
export const asHistoryNote = (text: string): string => MARK + text;

/** The note that a history row holds; undefined for any other row. */
export function noteOfHistory(row: { from: string | null; to: string; reason: string }): string | undefined {
  return row.from === row.to && row.reason.startsWith(MARK) ? row.reason.slice(MARK.length) : undefined;
}
