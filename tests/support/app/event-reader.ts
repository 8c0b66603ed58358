import { API_BASE } from '#contract/kernel/endpoint.ts';

/** An open stream of pings, read as in a browser. */
export interface PingReader {
  status: number;
  headers: Headers;
  /** All that was received so far. */
  text(): string;
  pings(): number;
  /**
   * Resolves once more than the given number of pings have arrived; default: one more than now. Rejects when the stream
   * ends first.
   */
  next(count?: number): Promise<void>;
  /** Resolves when the server or the network ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens the stream of notifications. */
export async function openNotificationStream(base: string, token: string, query = ''): Promise<PingReader> {
  const leaving = new AbortController();
  const answer = await fetch(`${base}${API_BASE}/notification/stream${query}`, {
    signal: leaving.signal,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  let text = '';
  const waiting = new Set<() => void>();
  let isOver = false;
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of answer.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        for (const look of waiting) look();
      }
    } catch {
      // A broken connection also ends the stream.
    }
    isOver = true;
    for (const look of waiting) look();
  }
  const ended = read();
  const pings = () => text.split('event: reread\ndata: {}\n\n').length - 1;
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    pings,
    next: (count = pings()) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const isThere = pings() > count;
          if (!isThere && !isOver) return;
          waiting.delete(look);
          if (isThere) resolve();
          else reject(new Error(`the stream ended after ${JSON.stringify(text)}`));
        };
        waiting.add(look);
        look();
      }),
    ended,
    close: () => leaving.abort(),
  };
}
