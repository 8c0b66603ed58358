import { API_BASE } from '#contract/endpoint.ts';
import { notifications, STREAM_EVENTS, type Notification } from '#contract/notifications.ts';
import { createEventParser, type ReceivedEvent } from './event-parser.ts';
import { getToken, subscribe as onSession } from './session-store.ts';

export interface NewsListener {
  /** A piece of news of one's own, as it happens. */
  onNews?: (news: Notification) => void;
  /** What is known may be out of date: at the beginning, and whenever something may have been missed. */
  onReread: () => void;
}

/** After a failure, doubled each time; each wait is shortened by chance, so that not everybody comes back at once. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The server is heard every 20 s: after this long without a word the connection is dead. */
const SILENCE_MS = 50_000;
/** Pages in the background give their connection back after this. */
const HIDDEN_MS = 30_000;
/** Without a stream the listeners ask from time to time. */
const POLL_EVERY_MS = 60_000;

const listeners = new Set<NewsListener>();
let stop: (() => void) | undefined;
/** The newest that this page has heard of: the stream goes on after it. */
let lastId = 0;
/** What a stream that goes on repeats is told once. */
const heard = new Set<number>();

/**
 * Tells of the signed-in user's news while there are listeners: from one open stream, and by asking every minute while
 * there is none. Returns the way to unsubscribe.
 */
export function followNews(listener: NewsListener): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** Everybody is to ask again: after one's own change, too. */
export function rereadNews(): void {
  for (const { onReread } of listeners) onReread();
}

function start(): () => void {
  let connection: AbortController | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let token = getToken();

  async function connect(): Promise<void> {
    disconnect();
    if (token === null) return;
    const own = new AbortController();
    connection = own;
    const outcome = await readStream(token, own, () => (failures = 0)).catch(() => 'failed' as const);
    if (connection !== own) return;
    connection = undefined;
    // Whoever asks is told the same, and signed out.
    if (outcome === 'signed out') return rereadNews();
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
    if (document.visibilityState === 'hidden') pause = setTimeout(disconnect, HIDDEN_MS);
    else if (!connection) reconnect();
  }

  const poll = setInterval(() => {
    if (failures > 0 && document.visibilityState !== 'hidden') rereadNews();
  }, POLL_EVERY_MS);
  const leaveSession = onSession(() => {
    if (getToken() === token) return;
    token = getToken();
    lastId = 0;
    heard.clear();
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

/** Reads one stream to its end. With `fetch`, since a browser's own reader can't send the token in a header. */
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
  if (answer.status === 401) return 'signed out';
  if (!answer.ok || !answer.body) throw new Error(`no stream: ${answer.status}`);
  onOpen();
  // What came before the stream was open, and while it was not.
  rereadNews();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (connection.signal.aborted || done) return 'ended';
    for (const event of parse(decoder.decode(value, { stream: true }))) tell(event);
  }
}

function tell({ event, data }: ReceivedEvent): void {
  if (event === STREAM_EVENTS.reread) return rereadNews();
  if (event !== STREAM_EVENTS.news) return;
  const news = JSON.parse(data) as Notification;
  if (heard.has(news.id)) return;
  heard.add(news.id);
  lastId = Math.max(lastId, news.id);
  for (const { onNews, onReread } of listeners) {
    onNews?.(news);
    onReread();
  }
}
