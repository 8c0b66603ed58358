import { models } from '#contract/files/models.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import type { OrderToPlace } from '../order-to-place.ts';
import { LONGEST_WAIT_MS as MAX_WAIT_MS } from './wait-reason.ts';

const POLL_INTERVAL_MS = 2_000;

interface WaitOptions {
  /** Aborts when the customer goes back. */
  signal: AbortSignal;
  /** Called with the titles of the parts whose models are not measured yet. */
  onWait: (titles: readonly string[]) => void;
}

/** Waits until the server has measured the models of an order. Resolves with false after `LONGEST_WAIT_MS` or an abort. */
export async function waitUntilMeasured(
  { items, lines }: OrderToPlace,
  { signal, onWait }: WaitOptions,
): Promise<boolean> {
  const deadline = Date.now() + MAX_WAIT_MS;
  let pending = items.flatMap(({ model }, index) =>
    model ? [{ id: model.id, title: lines[index]?.title ?? '' }] : [],
  );
  for (;;) {
    const pendingIds = await fetchPendingIds(pending.map(({ id }) => id));
    pending = pending.filter(({ id }) => pendingIds.has(id));
    if (signal.aborted) return false;
    if (pending.length === 0) return true;
    if (Date.now() > deadline) return false;
    onWait(pending.map(({ title }) => title));
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/** Ids of the models that are not measured yet, or whose request failed. */
async function fetchPendingIds(ids: readonly number[]): Promise<Set<number>> {
  const waiting = new Set<number>();
  for (const id of new Set(ids)) {
    try {
      const { status } = await fetchData(models.one, { params: { id }, quiet: true });
      if (status === 'waiting') waiting.add(id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // 404: the file was deleted, which placing the order reports.
      if (error.code !== 404) waiting.add(id);
    }
  }
  return waiting;
}
