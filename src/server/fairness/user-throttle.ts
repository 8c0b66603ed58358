import { createWindowCounter, throttled } from './windows.ts';

/** Limits the actions of a user within a window, in memory, per process. */
export interface UserThrottle {
  /** Counts one action, or `amount` actions. Throws `request.throttled` above the limit. */
  count(userId: number, now: Date, amount?: number): void;
}

interface Limit {
  limit: number;
  windowS: number;
  /** The message above the limit. */
  msg?: string;
}

export function createUserThrottle({ limit, windowS, msg }: Limit): UserThrottle {
  const windows = createWindowCounter(windowS);
  return {
    count(userId, now, amount) {
      const { count, since } = windows.add(String(userId), now, amount);
      if (count > limit) throw throttled(since, windowS, now, msg);
    },
  };
}
