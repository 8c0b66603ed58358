import { API_BASE } from '#contract/endpoint.ts';

export interface SeenEvent {
  event: string;
  id?: string;
  data: unknown;
}

/** An open stream of server-sent events, read as in a browser. */
export interface EventReader {
  status: number;
  headers: Headers;
  /** Everything received so far. */
  events: SeenEvent[];
  /** Resolves with the first matching event, already received or later; rejects when the stream ends first. */
  next(isWanted: (event: SeenEvent) => boolean): Promise<SeenEvent>;
  /** Resolves when the server or the network ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens the notification stream; `since` is sent as a browser's own reader does. */
export async function openNotificationStream(
  base: string,
  token: string,
  { since, query = '' }: { since?: number; query?: string } = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const answer = await fetch(`${base}${API_BASE}/notification/stream${query}`, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(since === undefined ? {} : { 'last-event-id': String(since) }),
    },
  });
  const events: SeenEvent[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const bytes of answer.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = eventOf(block);
          if (event) events.push(event);
        }
        for (const look of waiting) look();
      }
    } catch {
      // A broken connection also ends the stream.
    }
    isOver = true;
    for (const look of waiting) look();
  }
  const ended = read();
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    next: (isWanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(isWanted);
          if (!found && !isOver) return;
          waiting.delete(look);
          if (found) resolve(found);
          else reject(new Error(`the stream ended after ${JSON.stringify(events)}`));
        };
        waiting.add(look);
        look();
      }),
    ended,
    close: () => leaving.abort(),
  };
}

/** Undefined for a comment. */
function eventOf(block: string): SeenEvent | undefined {
  const fields = Object.fromEntries(
    block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (fields['event'] === undefined) return undefined;
  return { event: fields['event'], id: fields['id'], data: JSON.parse(fields['data'] ?? 'null') };
}
