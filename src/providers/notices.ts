export type NoticeType = 'success' | 'error' | 'warning' | 'info';

export interface Notice {
  type: NoticeType;
  message: string;
  description?: string;
  /** Replaces the shown notice with the same key. */
  key?: string;
  /** Shown until another notice with its key, or until it is closed: the user may be away. */
  stays?: boolean;
}

export type ShownNotice = Notice & {
  /** Unique per notice. */
  id: number;
  key: string;
};

const listeners = new Set<(notice: ShownNotice) => void>();
/** Notices raised before the page can show them; undefined when they are not buffered. */
let waiting: ShownNotice[] | undefined;
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

/** Receives every notice. Returns a function that unsubscribes. */
export function subscribe(onNotice: (notice: ShownNotice) => void): () => void {
  listeners.add(onNotice);
  const missed = waiting ?? [];
  waiting = undefined;
  for (const notice of missed) onNotice(notice);
  return () => {
    listeners.delete(onNotice);
  };
}
