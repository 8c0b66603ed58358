import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendRequest, type HttpRequest } from './transport.ts';

const request: HttpRequest = {
  method: 'POST',
  address: '/api/v1/post',
  headers: { Authorization: 'Bearer t' },
  body: '{"a":1}',
  answer: 'json',
  timeoutMs: 10_000,
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a request', () => {
  /** Plays the browser's fetch; the answer never comes without one. */
  function stubFetch(answer?: () => Response | Promise<Response>) {
    const sent: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      sent.push([address, init]);
      return new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        if (answer) resolve(answer());
      });
    });
    return sent;
  }

  test('is sent as it is, and its answer read as JSON with its headers', async () => {
    const sent = stubFetch(() => Response.json({ code: 200 }, { headers: { 'Retry-After': '3' } }));
    await expect(sendRequest(request)).resolves.toMatchObject({
      status: 200,
      data: { code: 200 },
      headers: { 'retry-after': '3' },
    });
    const { method, headers, body } = request;
    expect(sent).toMatchObject([['/api/v1/post', { method, headers, body }]]);
  });

  test('for a file reads the answer as a file', async () => {
    stubFetch(() => new Response('a,b', { status: 206 }));
    const outcome = await sendRequest({ ...request, answer: 'blob' });
    if (typeof outcome === 'string' || !(outcome.data instanceof Blob)) throw new Error('no file');
    expect(await outcome.data.text()).toBe('a,b');
  });

  test('has no data where the answer is no JSON', async () => {
    stubFetch(() => new Response('<html>', { status: 502 }));
    await expect(sendRequest(request)).resolves.toMatchObject({ status: 502, data: undefined });
  });

  test('whose connection fails, before the answer or in the middle, ends as lost', async () => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(sendRequest(request)).resolves.toBe('network');
    stubFetch(() => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) })));
    await expect(sendRequest(request)).resolves.toBe('network');
  });

  test('that takes too long is given up', async () => {
    vi.useFakeTimers();
    const sent = stubFetch();
    const sending = sendRequest(request);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sent[0]?.[1].signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(sending).resolves.toBe('timeout');
  });

  test('that its caller aborts rejects with the reason, and leaves no timer', async () => {
    vi.useFakeTimers();
    const sent = stubFetch();
    const left = new AbortController();
    const sending = sendRequest({ ...request, signal: left.signal });
    left.abort(new Error('left'));
    await expect(sending).rejects.toThrow('left');
    expect(vi.getTimerCount()).toBe(0);
    await expect(sendRequest({ ...request, signal: left.signal })).rejects.toThrow('left');
    expect(sent).toHaveLength(1);
  });
});

describe('an upload', () => {
  /** Plays the browser's XMLHttpRequest, by its events. */
  class FakeXhr extends EventTarget {
    static last: FakeXhr;
    readonly upload = new EventTarget();
    readonly calls: unknown[] = [];
    status = 0;
    responseText = '';
    timeout = 0;
    constructor() {
      super();
      FakeXhr.last = this;
    }
    open = (...args: unknown[]) => this.calls.push(args);
    setRequestHeader = (...args: unknown[]) => this.calls.push(args);
    send = (body: unknown) => this.calls.push(body);
    abort = () => this.end('abort');
    end(event: string) {
      this.dispatchEvent(new Event(event));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  const shares: number[] = [];
  const left = new AbortController();
  const upload = () =>
    sendRequest({ ...request, signal: left.signal, onProgress: (share) => shares.push(share) });

  beforeEach(() => {
    shares.length = 0;
    vi.stubGlobal('XMLHttpRequest', FakeXhr);
  });

  test('tells how much is sent, and reads the answer', async () => {
    const sending = upload();
    const { last } = FakeXhr;
    for (const [loaded, total] of [
      [0, 0],
      [50, 200],
      [200, 200],
    ])
      last.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    Object.assign(last, { status: 200, responseText: '{"code":200}' }).end('load');
    await expect(sending).resolves.toEqual({ status: 200, data: { code: 200 }, headers: {} });
    expect(shares).toEqual([0, 0.25, 1]);
    expect(last.calls).toEqual([['POST', '/api/v1/post'], ['Authorization', 'Bearer t'], '{"a":1}']);
    expect(last.timeout).toBe(10_000);
  });

  test.each([
    ['error', 'network'],
    ['abort', 'network'],
    ['timeout', 'timeout'],
  ])('without an answer because of an %s event ends as %s', async (event, expected) => {
    const sending = upload();
    FakeXhr.last.end(event);
    await expect(sending).resolves.toBe(expected);
  });

  test('that its caller aborts rejects with the reason', async () => {
    const sending = upload();
    left.abort(new Error('left'));
    await expect(sending).rejects.toThrow('left');
    await expect(upload()).rejects.toThrow('left');
  });
});
