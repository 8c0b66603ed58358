import type { NotificationProvider } from '@refinedev/core';

export type NoticeType = 'success' | 'error' | 'warning' | 'info';

export interface Notice {
  type: NoticeType;
  message: string;
  description?: string;
  /** A notice with the key of one that is shown replaces it. */
  key?: string;
}

export type ShownNotice = Notice & {
  /** Different for every notice. */
  id: number;
  key: string;
};

const listeners = new Set<(notice: ShownNotice) => void>();
const closers = new Set<(key: string) => void>();
let lastId = 0;

/** Tells the user something: the storefront shows a toast, the back office antd's message. */
export function notify(notice: Notice): void {
  lastId += 1;
  const shown = { ...notice, id: lastId, key: notice.key ?? `notice-${lastId}` };
  for (const listener of listeners) listener(shown);
}

/** Takes a notice away before its time. */
export function dismissNotice(key: string): void {
  for (const close of closers) close(key);
}

/** Receives every notice, and the keys of those to take away. Returns the way to unsubscribe. */
export function subscribe(
  onNotice: (notice: ShownNotice) => void,
  onDismiss?: (key: string) => void,
): () => void {
  listeners.add(onNotice);
  if (onDismiss) closers.add(onDismiss);
  return () => {
    listeners.delete(onNotice);
    if (onDismiss) closers.delete(onDismiss);
  };
}

/** Refine's hooks say in general words what the HTTP client has said in the server's: such notices carry these keys. */
const REFINES_OWN = /-(?:notification|error|success)$/;

/** Refine's shape of the same store; it drops what Refine says of calls by itself, so that nothing is told twice. */
export const notificationProvider: NotificationProvider = {
  open: ({ type, message, description, key }) => {
    if (key !== undefined && REFINES_OWN.test(key)) return;
    notify({ type: type === 'progress' ? 'info' : type, message, description, key });
  },
  close: dismissNotice,
};
