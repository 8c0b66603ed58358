export type NoticeType = 'success' | 'error' | 'warning' | 'info';

export interface Notice {
  type: NoticeType;
  message: string;
  description?: string;
  /** Replaces the shown notice with the same key. */
  key?: string;
  /** Shown until closed, or replaced by a notice with the same key: the user may be away. */
  isPersistent?: boolean;
}

export type ShownNotice = Notice & {
  id: number;
  key: string;
};

const listeners = new Set<(notice: ShownNotice) => void>();
/** Buffer for notices raised before the page can show them; undefined if not buffering. */
let buffer: ShownNotice[] | undefined;
let lastId = 0;

/** Shows a notice: a toast in the storefront, antd's message in the back office. */
export function notify(notice: Notice): void {
  lastId += 1;
  const shown = { ...notice, id: lastId, key: notice.key ?? `notice-${lastId}` };
  buffer?.push(shown);
  for (const listener of listeners) listener(shown);
}

/** Buffers notices until the first listener subscribes: the page sends requests before it can show anything. */
export function bufferNotices(): void {
  buffer ??= [];
}

/** Receives every notice. Returns a function that unsubscribes. */
export function subscribe(onNotice: (notice: ShownNotice) => void): () => void {
  listeners.add(onNotice);
  const missed = buffer ?? [];
  buffer = undefined;
  for (const notice of missed) onNotice(notice);
  return () => {
    listeners.delete(onNotice);
  };
}
