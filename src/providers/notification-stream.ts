import { API_BASE, STATUS_HEADER } from '#contract/kernel/endpoint.ts';
import { notifications } from '#contract/system/notifications.ts';
import { getToken, subscribe as subscribeToSession } from './session/session-store.ts';

/** What to refetch: only the notifications, or also the orders that they may concern. */
type Stale = 'notifications' | 'all';
type Listener = (stale: Stale) => void;

/** Exponential backoff with jitter, so that clients do not reconnect together. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** The server sends a heartbeat every 20 s: a connection silent for this long is dead. */
const SILENCE_MS = 50_000;
/**
 * Background pages close their connection after this: over plain HTTP a browser allows six per server for all
 * its pages, and the next page would wait.
 */
const HIDDEN_MS = 2_000;

const listeners = new Set<Listener>();
let stop: (() => void) | undefined;

/**
 * Calls the listener when the user's data may have changed. All listeners share one stream; while it is down,
 * every attempt to reconnect calls them. Returns a function that unsubscribes.
 */
export function followNotifications(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** Calls all listeners, e.g. after the user marked notifications as read. */
export function refreshNotifications(stale: Stale = 'notifications'): void {
  for (const listener of listeners) listener(stale);
}

const isHidden = () => document.visibilityState === 'hidden';

function start(): () => void {
  let connection: AbortController | undefined;
  let failures = 0;
  /** Whether the page may show data from before the stream opened. */
  let mayBeStale = isHidden();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let token = getToken();

  async function connect(): Promise<void> {
    disconnect();
    if (token === null || isHidden()) return;
    const current = new AbortController();
    connection = current;
    const onOpen = () => {
      failures = 0;
      refreshNotifications(mayBeStale ? 'all' : 'notifications');
      mayBeStale = true;
    };
    const outcome = await readStream(token, current, onOpen).catch(() => 'failed' as const);
    if (connection !== current) return;
    connection = undefined;
    // The next ordinary request gets the same 401, and the HTTP client signs the user out.
    if (outcome === 'signed out') return refreshNotifications();
    failures += 1;
    // Without a stream every attempt to reconnect refetches, eventually once a minute.
    if (failures > 1) refreshNotifications('all');
    const waitMs = Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS);
    retryTimer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random() / 2));
  }

  function disconnect(): void {
    clearTimeout(retryTimer);
    connection?.abort();
    connection = undefined;
  }

  function reconnect(): void {
    failures = 0;
    void connect();
  }

  function onVisibility(): void {
    clearTimeout(pauseTimer);
    if (isHidden()) pauseTimer = setTimeout(disconnect, HIDDEN_MS);
    else if (!connection) reconnect();
  }

  const unsubscribe = subscribeToSession(() => {
    if (getToken() === token) return;
    token = getToken();
    reconnect();
  });
  document.addEventListener('visibilitychange', onVisibility);
  globalThis.addEventListener('online', reconnect);
  void connect();

  return () => {
    disconnect();
    clearTimeout(pauseTimer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    globalThis.removeEventListener('online', reconnect);
  };
}

/** Reads one stream to its end. Uses `fetch`, because `EventSource` cannot send the token in a header. */
async function readStream(
  token: string,
  connection: AbortController,
  onOpen: () => void,
): Promise<'ended' | 'signed out'> {
  const response = await fetch(API_BASE + notifications.stream.path, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: connection.signal,
  });
  const status = Number(response.headers.get(STATUS_HEADER) ?? response.status);
  if (status === 401) return 'signed out';
  if (status !== 200 || !response.body) throw new Error(`no stream: ${status}`);
  onOpen();
  const reader = response.body.getReader();
  for (;;) {
    const silenceTimer = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silenceTimer));
    if (connection.signal.aborted || done) return 'ended';
    // Heartbeats are colons; any other data means that something changed.
    if (/[^:\n]/.test(new TextDecoder().decode(value))) refreshNotifications('all');
  }
}
