import { API_BASE, STATUS_HEADER } from '#contract/endpoint.ts';
import { notifications, STREAM_EVENTS, type Notification } from '#contract/notifications.ts';
import { createEventParser, type ReceivedEvent } from './event-parser.ts';
import { getToken, subscribe as onSession } from './session-store.ts';

export interface NotificationListener {
  /** Receives each new notification of the signed-in user once. */
  onNotification?: (notification: Notification) => void;
  /** Cached notifications may be stale: when a stream opens, and whenever an event may have been missed. */
  onRefresh: () => void;
}

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
/** Polling interval while the stream is down. */
const POLL_EVERY_MS = 60_000;

const listeners = new Set<NotificationListener>();
let stop: (() => void) | undefined;
/** Id of the newest notification received: a reopened stream continues after it. */
let lastId = 0;
/** Ids already delivered; a reopened stream may repeat some. */
const received = new Set<number>();

/**
 * Follows the signed-in user's notifications: over one stream shared by all listeners, and by polling every minute while
 * the stream is down. Returns a function that unsubscribes.
 */
export function followNotifications(listener: NotificationListener): () => void {
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
export function refreshNotifications(): void {
  for (const { onRefresh } of listeners) onRefresh();
}

const isHidden = () => document.visibilityState === 'hidden';

function start(): () => void {
  let connection: AbortController | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let token = getToken();

  async function connect(): Promise<void> {
    disconnect();
    if (token === null || isHidden()) return;
    const current = new AbortController();
    connection = current;
    const outcome = await readStream(token, current, () => (failures = 0)).catch(() => 'failed' as const);
    if (connection !== current) return;
    connection = undefined;
    // The next ordinary request gets the same 401, and the HTTP client signs the user out.
    if (outcome === 'signed out') return refreshNotifications();
    failures += 1;
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

  const poll = setInterval(() => {
    if (failures > 0 && !isHidden()) refreshNotifications();
  }, POLL_EVERY_MS);
  const leaveSession = onSession(() => {
    if (getToken() === token) return;
    token = getToken();
    lastId = 0;
    received.clear();
    reconnect();
  });
  document.addEventListener('visibilitychange', onVisibility);
  globalThis.addEventListener('online', reconnect);
  void connect();

  return () => {
    disconnect();
    clearTimeout(pause);
    clearInterval(poll);
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
  const query = lastId === 0 ? '' : `?since=${lastId}`;
  const answer = await fetch(API_BASE + notifications.stream.path + query, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: connection.signal,
  });
  const status = Number(answer.headers.get(STATUS_HEADER) ?? answer.status);
  if (status === 401) return 'signed out';
  if (status !== 200 || !answer.body) throw new Error(`no stream: ${status}`);
  onOpen();
  // Notifications may have arrived while no stream was open.
  refreshNotifications();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (connection.signal.aborted || done) return 'ended';
    for (const event of parse(decoder.decode(value, { stream: true }))) deliver(event);
  }
}

function deliver({ event, data }: ReceivedEvent): void {
  if (event === STREAM_EVENTS.refresh) return refreshNotifications();
  if (event !== STREAM_EVENTS.notification) return;
  const notification = JSON.parse(data) as Notification;
  if (received.has(notification.id)) return;
  received.add(notification.id);
  lastId = Math.max(lastId, notification.id);
  for (const { onNotification, onRefresh } of listeners) {
    onNotification?.(notification);
    onRefresh();
  }
}
