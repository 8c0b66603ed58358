import { AppError } from '#server/http/app-error.ts';

/** The owner of a permit: a user, an address without a session, or the server itself, which has no limit. */
export type Owner = `user/${number}` | `address/${string}` | 'server';

/** Bounds concurrent work and its queue, in total and per owner. */
export interface FairSemaphore {
  /** Waits for a permit and runs the work. Throws the errors of `refuseWhenFull`. */
  run<T>(owner: Owner, work: () => Promise<T> | T): Promise<T>;
  /**
   * Throws the error a new caller would get, so that a flood is refused before its bodies are read: `request.throttled`
   * when the owner has too much running and waiting, `server.busy` when the queue is full.
   */
  refuseWhenFull(owner: Owner): void;
}

interface Limits {
  permits: number;
  queue: number;
  /** The most that one owner may have running and waiting. */
  perOwner: number;
  /** The most that one owner may have running; default: all but one of several permits, so that one is left to others. */
  running?: number;
}

/** Shared by all refusals: a flood makes thousands, and their stack traces are never read. */
const busy = new AppError('server.busy', { retryAfterSeconds: 2 });
const throttled = new AppError('request.throttled', { retryAfterSeconds: 2 });

interface Waiting {
  round: number;
  start: () => void;
}

interface OwnerWork {
  running: number;
  waiting: Waiting[];
  /** The round of the owner's latest piece of work. */
  round: number;
}

/**
 * Runs `permits` pieces of heavy work at a time and queues up to `queue` more. Permits are assigned in rounds: in each
 * round every owner starts one piece of work, and new work belongs to the next round. So an owner with many requests
 * delays another by one of them, and later owners cannot delay earlier ones.
 */
export function createFairSemaphore({
  permits,
  queue,
  perOwner,
  running: perOwnerRunning = Math.max(1, permits - 1),
}: Limits): FairSemaphore {
  /** Owners with work, in order of arrival. */
  const owners = new Map<Owner, OwnerWork>();
  let running = 0;
  let waiting = 0;
  let round = 0;

  function refuseWhenFull(owner: Owner): void {
    const ownerWork = owners.get(owner);
    if (ownerWork && owner !== 'server' && ownerWork.running + ownerWork.waiting.length >= perOwner)
      throw throttled;
    if (waiting >= queue && !mayRun(ownerWork)) throw busy;
  }

  const mayRun = (ownerWork: OwnerWork | undefined) =>
    running < permits && (ownerWork === undefined || ownerWork.running < perOwnerRunning);

  function begin(ownerWork: OwnerWork): void {
    ownerWork.running += 1;
    running += 1;
  }

  function startNext(): void {
    let next: { ownerWork: OwnerWork; first: Waiting } | undefined;
    for (const ownerWork of owners.values()) {
      const [first] = ownerWork.waiting;
      if (first && mayRun(ownerWork) && (!next || first.round < next.first.round))
        next = { ownerWork, first };
    }
    if (!next) return;
    round = Math.max(round, next.first.round);
    next.ownerWork.waiting.shift();
    waiting -= 1;
    begin(next.ownerWork);
    next.first.start();
  }

  return {
    refuseWhenFull,
    async run(owner, work) {
      refuseWhenFull(owner);
      const ownerWork = owners.get(owner) ?? { running: 0, waiting: [], round };
      owners.set(owner, ownerWork);
      if (mayRun(ownerWork)) begin(ownerWork);
      else {
        waiting += 1;
        ownerWork.round = Math.max(ownerWork.round, round) + 1;
        await new Promise<void>((start) => ownerWork.waiting.push({ round: ownerWork.round, start }));
      }
      try {
        return await work();
      } finally {
        ownerWork.running -= 1;
        running -= 1;
        if (ownerWork.running + ownerWork.waiting.length === 0) owners.delete(owner);
        startNext();
      }
    },
  };
}
