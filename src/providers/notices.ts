import type { NotificationProvider } from '@refinedev/core';

export type NoticeType = 'success' | 'error' | 'warning' | 'info';

export interface Notice {
  type: NoticeType;
  message: string;
  description?: string;
  /** Replaces the shown notice with the same key. */
  key?: string;
}

export type ShownNotice = Notice & {
  /** Unique per notice. */
  id: number;
  key: string;
};

const listeners = new Set<(notice: ShownNotice) => void>();
/** Notices raised before the page can show them; undefined when they are not buffered. */
let waiting: ShownNotice[] | undefined;
const closers = new Set<(key: string) => void>();
let lastId = 0;

/** Shows a notice: a toast in the storefront, antd's message in the back office. */
export function notify(notice: Notice): void {
  lastId += 1;
  const shown = { ...notice, id: lastId, key: notice.key ?? `notice-${lastId}` };
  waiting?.push(shown);
  for (const listener of listeners) listener(shown);
}

/** Buffers notices until the first listener subscribes: a page sends requests before it can show anything. */
export function keepNotices(): void {
  waiting ??= [];
}

/** Closes a notice early. */
export function dismissNotice(key: string): void {
  for (const close of closers) close(key);
}

/** Receives every notice, and the keys of notices to close. Returns a function that unsubscribes. */
export function subscribe(
  onNotice: (notice: ShownNotice) => void,
  onDismiss?: (key: string) => void,
): () => void {
  listeners.add(onNotice);
  const missed = waiting ?? [];
  waiting = undefined;
  for (const notice of missed) onNotice(notice);
  if (onDismiss) closers.add(onDismiss);
  return () => {
    listeners.delete(onNotice);
    if (onDismiss) closers.delete(onDismiss);
  };
}

/** Keys of the generic notices of Refine's hooks; the HTTP client has already shown the server's own message. */
const GENERIC_KEY = /-(?:notification|error|success)$/;

/** Refine's notification provider over the same store. It drops Refine's generic notices, so that none appears twice. */
export const notificationProvider: NotificationProvider = {
  open: ({ type, message, description, key }) => {
    if (key !== undefined && GENERIC_KEY.test(key)) return;
    notify({ type: type === 'progress' ? 'info' : type, message, description, key });
  },
  close: dismissNotice,
};
