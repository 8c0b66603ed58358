import { AxiosError, type AxiosAdapter, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { http } from './http/axios-client.ts';
import { subscribe, type ShownNotice } from './notices.ts';
import { toQueryString } from './http/request-url.ts';

/** One request as the browser would have sent it. */
export interface SentRequest {
  method: string;
  /** With its query, below the API's base. */
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** An envelope with any HTTP status, or a file; or an Error thrown by the network. */
export type Answer = Record<string, unknown> | string | Blob | Error;

/**
 * Replaces the adapter of the HTTP client: `answer` plays the server, and a proxy with the status of its texts. Returns
 * the list of requests sent.
 */
export function fakeServer(
  answer: (request: SentRequest) => Answer | Promise<Answer>,
  proxyStatus = 502,
): SentRequest[] {
  const sent: SentRequest[] = [];
  const adapter: AxiosAdapter = async (config) => {
    const request = requestOf(config);
    sent.push(request);
    const body = await answer(request);
    if (config.signal?.aborted === true) throw Object.assign(new Error('aborted'), { __CANCEL__: true });
    if (body instanceof Error) throw body;
    if (body instanceof Blob) return fileAnswer(body, config);
    const status = typeof body === 'string' ? proxyStatus : Number(body['code'] ?? 200);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return {
      data:
        config.responseType === 'blob'
          ? new Blob([text])
          : typeof body === 'string'
            ? body
            : structuredClone(body),
      status,
      statusText: '',
      headers:
        status === 503 && typeof body !== 'string'
          ? { 'retry-after': String(Number(body['retryAfter'] ?? 0)) }
          : {},
      config,
    };
  };
  http.defaults.adapter = adapter;
  return sent;
}

/** A file answer, named 导出.xlsx. */
function fileAnswer(data: Blob, config: InternalAxiosRequestConfig): AxiosResponse<Blob> {
  const name = encodeURIComponent('导出.xlsx');
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${name}` };
  return { data, status: 200, statusText: '', headers, config };
}

/** Collects every notice from now on. */
export function collectNotices(): ShownNotice[] {
  const notices: ShownNotice[] = [];
  subscribe((notice) => notices.push(notice));
  return notices;
}

export const ok = (data: unknown, msg = '查询成功') => ({ requestId: 'r1', code: 200, msg, data });
/** No answer came: the connection failed (`ERR_NETWORK`) or took too long (`ETIMEDOUT`). */
export const noAnswer = (code = 'ERR_NETWORK') => new AxiosError('no answer', code);
export const refusal = (code: number, msg: string, error?: string, more: Record<string, unknown> = {}) => ({
  requestId: 'r1',
  code,
  msg,
  data: null,
  error,
  ...more,
});

function requestOf(config: InternalAxiosRequestConfig): SentRequest {
  const text = toQueryString((config.params ?? {}) as Record<string, string | undefined>);
  return {
    method: (config.method ?? 'get').toUpperCase(),
    url: `${config.url ?? ''}${text === '' ? '' : `?${text}`}`,
    headers: Object.fromEntries(Object.entries(config.headers.toJSON()).map(([k, v]) => [k, String(v)])),
    body: typeof config.data === 'string' ? (JSON.parse(config.data) as unknown) : config.data,
  };
}

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
