import { API_BASE } from '#contract/endpoint.ts';
import { subscribe, type ShownNotice } from './notices.ts';
import { readJson, transport, type HttpAnswer, type HttpRequest } from './transport.ts';

/** One request as the browser would have sent it. */
export interface SentRequest {
  method: string;
  /** With its query, below the API's base. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** An envelope with any HTTP status, or a file; or an Error thrown by the network. */
export type Answer = Record<string, unknown> | string | Blob | Error;

class NoAnswer extends Error {
  constructor(readonly outcome: 'network' | 'timeout') {
    super(outcome);
  }
}

/** Replaces the transport of the HTTP client: `answer` plays the server. Returns the list of requests sent. */
export function fakeServer(answer: (request: SentRequest) => Answer | Promise<Answer>): SentRequest[] {
  const sent: SentRequest[] = [];
  transport.send = async (request) => {
    const shown = requestOf(request);
    sent.push(shown);
    const body = await answer(shown);
    request.signal?.throwIfAborted();
    if (body instanceof NoAnswer) return body.outcome;
    if (body instanceof Error) throw body;
    return body instanceof Blob ? fileAnswer(body) : bodyAnswer(body, request.answer);
  };
  return sent;
}

function bodyAnswer(body: Record<string, unknown> | string, kind: HttpRequest['answer']): HttpAnswer {
  const isText = typeof body === 'string';
  const status = isText ? 502 : Number(body['code'] ?? 200);
  const text = isText ? body : JSON.stringify(body);
  return {
    data: kind === 'blob' ? new Blob([text]) : readJson(text),
    status,
    headers: status === 503 && !isText ? { 'retry-after': String(Number(body['retryAfter'] ?? 0)) } : {},
  };
}

/** A file answer, named 导出.xlsx. */
function fileAnswer(data: Blob): HttpAnswer {
  const name = encodeURIComponent('导出.xlsx');
  return { data, status: 200, headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` } };
}

/** Collects every notice from now on. */
export function collectNotices(): ShownNotice[] {
  const notices: ShownNotice[] = [];
  subscribe((notice) => notices.push(notice));
  return notices;
}

export const ok = (data: unknown, msg = '查询成功') => ({ requestId: 'r1', code: 200, msg, data });
/** No answer came: the connection failed, or the answer took too long. */
export const noAnswer = (outcome: NoAnswer['outcome'] = 'network') => new NoAnswer(outcome);
export const refusal = (code: number, msg: string, error?: string, more: Record<string, unknown> = {}) => ({
  requestId: 'r1',
  code,
  msg,
  data: null,
  error,
  ...more,
});

const requestOf = ({ method, address, headers, body }: HttpRequest): SentRequest => ({
  method,
  url: address.slice(API_BASE.length),
  headers,
  body: typeof body === 'string' ? readJson(body) : body,
});

/** A browser storage for tests without one. `limit` is the number of characters it accepts. */
export function memoryStorage(limit = Infinity): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}
