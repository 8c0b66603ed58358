import { vi } from 'vitest';
import type { Notification } from '#contract/system/notifications.ts';

export interface FakeStream {
  url: string;
  headers: Headers;
  send(text: string): void;
  /** Says that something changed, as the server does. */
  ping(): void;
  /** Ends the stream from the server's side. */
  end(): void;
  /** Whether the page has closed it. */
  isLeft(): boolean;
}

/** Replaces `fetch` for streams; `status` answers each. Returns the opened streams, the latest last. */
export function fakeStreams(status: () => number = () => 200): FakeStream[] {
  const opened: FakeStream[] = [];
  vi.stubGlobal('fetch', (url: string, { headers, signal }: RequestInit) => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    signal?.addEventListener('abort', () => controller?.error(new DOMException('aborted', 'AbortError')));
    const send = (text: string) => controller?.enqueue(encoder.encode(text));
    opened.push({
      url,
      headers: new Headers(headers),
      send,
      ping: () => send('event: reread\ndata: {}\n\n'),
      end: () => controller?.close(),
      isLeft: () => signal?.aborted === true,
    });
    return Promise.resolve(new Response(body, { status: status() }));
  });
  return opened;
}

export const buildNotification = (overrides: Partial<Notification> = {}): Notification => ({
  id: 1,
  kind: 'order_moved',
  title: '订单 Q20261120-0001 已确认',
  body: '状态由“待确认”变为“已确认”。',
  orderId: 5,
  createdAt: '2026-11-20T10:00:00+08:00',
  readAt: null,
  ...overrides,
});
