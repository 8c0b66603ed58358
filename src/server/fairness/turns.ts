import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { AppError } from '#server/http/app-error.ts';
import type { Owner } from './fair-semaphore.ts';

/** Spreads work of this process over turns of the event loop, round-robin by owner. */
export interface Turns {
  /**
   * Waits for a turn with room for `cost` units; undefined when the work may begin at once. Throws
   * `request.throttled` when too much work of the owner waits, `server.busy` when too much waits in all.
   */
  take(owner: Owner, cost: number): Promise<void> | undefined;
}

interface Limits {
  /** Units that begin in one turn of the event loop. A single piece of work may cost more. */
  perTurn: number;
  /** The most waiting units of one owner. */
  perOwner: number;
  /** The most waiting units in all. */
  total: number;
}

interface Waiting {
  cost: number;
  begin: () => void;
}

const throttled = new AppError('request.throttled', { retryAfterSeconds: 2 });
const busy = new AppError('server.busy', { retryAfterSeconds: 2 });

/**
 * Requests that compute for some milliseconds delay all others when many arrive at once. Beyond `perTurn` the rest
 * waits for the next turn of the event loop, round-robin by owner.
 */
export function createTurns({ perTurn, perOwner, total }: Limits): Turns {
  /** Owners in the order of the round. */
  const owners = new Map<Owner, { cost: number; waiting: Waiting[] }>();
  let waitingCost = 0;
  let spent = 0;
  let isScheduled = false;

  const fits = (cost: number) => spent === 0 || spent + cost <= perTurn;

  function spend(cost: number): void {
    spent += cost;
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(nextTurn);
  }

  function nextTurn(): void {
    isScheduled = false;
    spent = 0;
    for (const [owner, ownerWork] of owners) {
      const [first] = ownerWork.waiting;
      if (!first || !fits(first.cost)) return;
      ownerWork.waiting.shift();
      ownerWork.cost -= first.cost;
      waitingCost -= first.cost;
      // Moves the owner to the end of the round, where the loop reaches it again.
      owners.delete(owner);
      if (ownerWork.waiting.length > 0) owners.set(owner, ownerWork);
      spend(first.cost);
      first.begin();
    }
  }

  return {
    take(owner, cost) {
      if (owners.size === 0 && fits(cost)) {
        spend(cost);
        return undefined;
      }
      const ownerWork = owners.get(owner) ?? { cost: 0, waiting: [] };
      if (ownerWork.cost + cost > perOwner && ownerWork.waiting.length > 0) throw throttled;
      if (waitingCost + cost > total) throw busy;
      ownerWork.cost += cost;
      waitingCost += cost;
      owners.set(owner, ownerWork);
      return new Promise((begin) => ownerWork.waiting.push({ cost, begin }));
    },
  };
}

/** Limit for one piece of work in a turn of the event loop. */
const SLICE_MS = 1;

/** Runs a generator to its end and yields to the event loop after each millisecond. */
export async function runInSlices<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await nextTurnOfLoop();
    startedAt = performance.now();
  }
}
