import { AppError } from '#server/http/app-error.ts';

/** Beyond this number the oldest keys are dropped, so that a flood from many addresses does not fill the memory. */
const MAX_KEYS = 20_000;

export interface Window {
  count: number;
  /** Start of the window, in ms since 1970. */
  since: number;
}

/** Counts by key within a fixed window, in memory. A window starts with its first count. */
export interface WindowCounter {
  /** The key's open window, if any. */
  find(key: string, now: Date): Window | undefined;
  /** Counts one, or this amount, and returns the window. */
  add(key: string, now: Date, amount?: number): Window;
}

export function createWindowCounter(windowS: number): WindowCounter {
  const windows = new Map<string, Window>();

  function find(key: string, now: Date): Window | undefined {
    const window = windows.get(key);
    // A window that starts in the future was opened before the clock was set back.
    return window && Math.abs(now.getTime() - window.since) < windowS * 1_000 ? window : undefined;
  }

  return {
    find,
    add(key, now, amount = 1) {
      const open = find(key, now);
      if (open) {
        open.count += amount;
        return open;
      }
      windows.delete(key);
      if (windows.size >= MAX_KEYS) windows.delete(String(windows.keys().next().value));
      const opened = { count: amount, since: now.getTime() };
      windows.set(key, opened);
      return opened;
    },
  };
}

/** The refusal of a request beyond the limit of a window. */
export function throttled(since: number, windowS: number, now: Date, msg?: string): AppError {
  const waitMs = since + windowS * 1_000 - now.getTime();
  return new AppError('request.throttled', {
    msg,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
