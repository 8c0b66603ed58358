import { models } from '#contract/files/models.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import type { OrderToPlace } from '../order-to-place.ts';
import { LONGEST_WAIT_MS } from './awaited.ts';

const EVERY_MS = 2_000;

interface Waiting {
  /** Aborted when the customer goes back. */
  signal: AbortSignal;
  /** Takes the titles of the parts whose models are not measured yet. */
  onWait: (titles: readonly string[]) => void;
}

/** Waits until the server has measured the models of an order. Resolves with false when it is too late, or the customer went back. */
export async function untilMeasured(
  { items, lines }: OrderToPlace,
  { signal, onWait }: Waiting,
): Promise<boolean> {
  const until = Date.now() + LONGEST_WAIT_MS;
  let waiting = items.flatMap(({ model }, index) =>
    model ? [{ id: model.id, title: lines[index]?.title ?? '' }] : [],
  );
  for (;;) {
    const left = await waitingIds(waiting.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => left.has(id));
    if (signal.aborted) return false;
    if (waiting.length === 0) return true;
    if (Date.now() > until) return false;
    onWait(waiting.map(({ title }) => title));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/** The models that are not measured, and those without an answer. */
async function waitingIds(ids: readonly number[]): Promise<Set<number>> {
  const waiting = new Set<number>();
  for (const id of new Set(ids)) {
    try {
      const { status } = await fetchData(models.one, { params: { id }, quiet: true });
      if (status === 'waiting') waiting.add(id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The file was deleted: placing the order reports it.
      if (error.code !== 404) waiting.add(id);
    }
  }
  return waiting;
}
