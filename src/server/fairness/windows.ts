/** More keys are forgotten, the oldest first: a flood from many addresses must not fill the memory. */
const MAX_KEYS = 20_000;

/** A key's window: what was counted in it, and when it began. */
export interface Window {
  count: number;
  since: number;
}

/** Counts by key within windows of so many seconds, in memory. A window begins with its first count. */
export interface Windows {
  /** The key's open window, if any. */
  find(key: string, now: Date): Window | undefined;
  /** Counts one and returns the window. */
  add(key: string, now: Date): Window;
}

export function createWindows(windowS: number): Windows {
  const windows = new Map<string, Window>();

  function find(key: string, now: Date): Window | undefined {
    const found = windows.get(key);
    // One that begins in the future was opened before the clock was put back.
    return found && Math.abs(now.getTime() - found.since) < windowS * 1_000 ? found : undefined;
  }

  return {
    find,
    add(key, now) {
      const open = find(key, now);
      if (open) {
        open.count += 1;
        return open;
      }
      windows.delete(key);
      if (windows.size >= MAX_KEYS) windows.delete(String(windows.keys().next().value));
      const opened = { count: 1, since: now.getTime() };
      windows.set(key, opened);
      return opened;
    },
  };
}
