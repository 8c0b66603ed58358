import { API_BASE, STATUS_HEADER } from '#contract/kernel/endpoint.ts';
import { notifications } from '#contract/system/notifications.ts';
import { getToken, subscribe as onSession } from './session/session-store.ts';

/** What to fetch again: the notifications, or also the orders that they may be about. */
type Stale = 'notifications' | 'orders too';
type Listener = (stale: Stale) => void;

/** Waits after failures double up to the longest; each is shortened at random so that clients do not reconnect together. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The server sends a heartbeat every 20 s: a connection silent for this long is dead. */
const SILENCE_MS = 50_000;
/**
 * Background pages close their connection after this: over plain HTTP a browser has six per server, for all of its pages, and the
 * next page would wait.
 */
const HIDDEN_MS = 2_000;

const listeners = new Set<Listener>();
let stop: (() => void) | undefined;

/**
 * Calls the listener when something of the signed-in user may have changed: over one stream shared by all listeners, and
 * with every attempt to reopen it while it is down. Returns a function that unsubscribes.
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

/** Makes all listeners fetch again, for example after the user marked notifications as read. */
export function refreshNotifications(stale: Stale = 'notifications'): void {
  for (const listener of listeners) listener(stale);
}

const isHidden = () => document.visibilityState === 'hidden';

function start(): () => void {
  let connection: AbortController | undefined;
  let failures = 0;
  /** Whether what the page shows may be older than its stream. */
  let isReopened = isHidden();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let token = getToken();

  async function connect(): Promise<void> {
    disconnect();
    if (token === null || isHidden()) return;
    const current = new AbortController();
    connection = current;
    const onOpen = () => {
      failures = 0;
      refreshNotifications(isReopened ? 'orders too' : 'notifications');
      isReopened = true;
    };
    const outcome = await readStream(token, current, onOpen).catch(() => 'failed' as const);
    if (connection !== current) return;
    connection = undefined;
    // The next ordinary request gets the same 401, and the HTTP client signs the user out.
    if (outcome === 'signed out') return refreshNotifications();
    failures += 1;
    // Without a stream every attempt fetches again: in the end one a minute.
    if (failures > 1) refreshNotifications('orders too');
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    retry = setTimeout(() => void connect(), wait * (0.5 + Math.random() / 2));
  }

  function disconnect(): void {
    clearTimeout(retry);
    connection?.abort();
    connection = undefined;
  }

  function reconnect(): void {
    failures = 0;
    void connect();
  }

  function onVisibility(): void {
    clearTimeout(pause);
    if (isHidden()) pause = setTimeout(disconnect, HIDDEN_MS);
    else if (!connection) reconnect();
  }

  const leaveSession = onSession(() => {
    if (getToken() === token) return;
    token = getToken();
    reconnect();
  });
  document.addEventListener('visibilitychange', onVisibility);
  globalThis.addEventListener('online', reconnect);
  void connect();

  return () => {
    disconnect();
    clearTimeout(pause);
    leaveSession();
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
  const answer = await fetch(API_BASE + notifications.stream.path, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: connection.signal,
  });
  const status = Number(answer.headers.get(STATUS_HEADER) ?? answer.status);
  if (status === 401) return 'signed out';
  if (status !== 200 || !answer.body) throw new Error(`no stream: ${status}`);
  onOpen();
  const reader = answer.body.getReader();
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (connection.signal.aborted || done) return 'ended';
    // Heartbeats are colons; any other data means that something changed.
    if (/[^:\n]/.test(new TextDecoder().decode(value))) refreshNotifications('orders too');
  }
}
