import { createWindows, throttled } from './windows.ts';

/** Limits what a user does within a window, in this process and from memory only. */
export interface UserThrottle {
  /** Counts one, or this amount. Throws `request.throttled` above the limit. */
  count(userId: number, now: Date, amount?: number): void;
}

interface Limit {
  limit: number;
  windowS: number;
  /** What the user reads above it. */
  msg?: string;
}

export function createUserThrottle({ limit, windowS, msg }: Limit): UserThrottle {
  const windows = createWindows(windowS);
  return {
    count(userId, now, amount) {
      const { count, since } = windows.add(String(userId), now, amount);
      if (count > limit) throw throttled(since, windowS, now, msg);
    },
  };
}
