/** The `reason` of the history row for a sent offer. `note` is for the customer; may be empty. */
export const offerReason = (revision: number, note: string): string =>
  [`人工报价，第 ${revision} 版`, note.trim()].filter(Boolean).join('：');

interface HistoryRow {
  from: string | null;
  to: string;
  reason: string;
  isByShop?: boolean | undefined;
}

/**
 * The note to the customer in the last offer up to a revision; '' if there is none, or if the customer has changed the offered
 * parts since.
 * @param history oldest row first
 */
export function lastOfferNote(history: readonly HistoryRow[], revision = Infinity): string {
  const matches = history
    .filter(({ from, to }) => to === 'quoted' && (from === 'requested' || from === 'quoted'))
    .map(({ from, reason }) => (from === 'requested' ? OFFERED : CHANGED).exec(reason))
    .filter((match) => match !== null && Number(match[1]) <= revision);
  return matches.at(-1)?.[2] ?? '';
}

const OFFERED = /^人工报价，第 (\d+) 版(?:：(.*))?$/s;
const CHANGED = /^(?:修改报价|按最新价格重新报价)，第 (\d+) 版/;

/** The revision of the last offer in a history; undefined without one. */
export function lastOfferRevision(history: readonly HistoryRow[]): number | undefined {
  const offers = history.flatMap(({ from, to, reason }) =>
    from === 'requested' && to === 'quoted' ? (/^人工报价，第 (\d+) 版/.exec(reason)?.[1] ?? []) : [],
  );
  const last = offers.at(-1);
  return last === undefined ? undefined : Number(last);
}

/** The last row with a reason that turned an offer or quotation back into a request. */
export const lastReopening = <R extends HistoryRow>(history: readonly R[]): R | undefined =>
  history.findLast(({ from, to, reason }) => from === 'quoted' && to === 'requested' && reason !== '');

/** Whether this row is the withdrawal of an offer by the shop. */
export const isWithdrawal = ({ from, to, isByShop }: HistoryRow): boolean =>
  from === 'quoted' && to === 'requested' && isByShop === true;

/** Whether the text of this row is the reason why an order or offer ended, rather than a note about the step. */
export const hasEndReason = (row: HistoryRow): boolean => row.to === 'cancelled' || isWithdrawal(row);
