import type { AxiosRequestConfig } from 'axios';
import { PAGES_HEADER, STATUS_HEADER, type DataOf, type Endpoint } from '#contract/kernel/endpoint.ts';
import type { ErrorName, errors, FieldErrors } from '#contract/kernel/errors.ts';
import { request, type HttpResponse } from './axios-client.ts';
import { isObject } from '../browser-storage.ts';
import {
  notifyFailure,
  notifyLostSession,
  notifyNewVersion,
  notifyNetworkError,
  notifySuccess,
  notifySystemError,
} from '../outcome-notices.ts';
import {
  CallError,
  type Callable,
  type CallArgs,
  type Failure,
  type UntypedOptions,
  type Result,
  type ResultOf,
} from './result.ts';
import { fillPath } from './request-url.ts';
import { clearToken, getToken, findReplacementToken } from '../session/session-store.ts';

/** Maximum retries of a read while the server is busy, and longest wait before one. */
const BUSY_RETRIES = 3;
const BUSY_WAIT_MS = 5_000;

/**
 * Calls an endpoint of the contract and notifies the user of the outcome. Resolves with a success, or a
 * failure to branch on by `error`; a 401 signs out first.
 * @throws CallError on 500 and network errors; axios's cancellation when `signal` aborts
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<ResultOf<E>> {
  const options: UntypedOptions = args[0] ?? {};
  const token = getToken();
  return handleResponse<E>(endpoint, await send(endpoint, options, token), options, token);
}

/** Interprets a response and notifies the user of the outcome; see `call`. */
export function handleResponse<E extends Endpoint>(
  endpoint: Callable,
  response: Pick<HttpResponse, 'status' | 'data'>,
  { quiet = false }: UntypedOptions,
  token: string | null,
): ResultOf<E> {
  const result = parseResponse(endpoint, response);
  if (result.ok) {
    if (quiet !== true && quiet !== 'success') notifySuccess(endpoint, result);
    return result as ResultOf<E>;
  }
  if (result.code === 401) {
    endLostSession(result, token);
    return result;
  }
  if (result.code === 500) {
    if (quiet !== true) notifySystemError(result);
    throw new CallError(result);
  }
  if (quiet !== true) notifyFailure(endpoint, result);
  return result;
}

/** The first 401 signs the user out with a notice, even for background calls; later ones are silent. */
function endLostSession(failure: Failure, token: string | null): void {
  if (getToken() !== token) return;
  if (token !== null) clearToken();
  notifyLostSession(failure);
}

/**
 * Calls an endpoint and returns its data, for queries: every failure rejects, and the error boundary shows it.
 * @throws CallError
 */
export async function fetchData<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<DataOf<E>> {
  const result = await call(endpoint, ...args);
  if (!result.ok) throw new CallError(result);
  return result.data;
}

/**
 * Sends a request and returns the raw response; `config` overrides the request options. If the server is busy, a read is retried
 * after Retry-After. If the token was being replaced, the request is retried with the new one.
 * @throws CallError on network errors; axios's cancellation when `signal` aborts
 */
export async function send(
  ...[endpoint, options, token, config]: Parameters<typeof sendOnce>
): Promise<HttpResponse> {
  for (let retries = 0; ; retries += 1) {
    const response = await sendOnce(endpoint, options, token, config);
    if (response.status === 401 && token !== null && !options.renewsToken) {
      const renewed = await findReplacementToken(token);
      if (renewed !== undefined) return sendOnce(endpoint, options, renewed, config);
    }
    const waitMs = endpoint.method === 'GET' ? busyWaitMs(response) : 0;
    if (waitMs === 0 || retries === BUSY_RETRIES || options.signal?.aborted) return response;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Retry-After of a 503 in ms; 0 for other responses, and if the wait is too long. */
function busyWaitMs({ status, headers }: HttpResponse): number {
  const seconds = status === 503 ? Number(headers['retry-after']) : 0;
  return seconds * 1_000 <= BUSY_WAIT_MS ? seconds * 1_000 : 0;
}

async function sendOnce(
  endpoint: Callable,
  options: UntypedOptions,
  token: string | null,
  config: Pick<AxiosRequestConfig, 'responseType' | 'timeout' | 'onUploadProgress'> = {},
): Promise<HttpResponse> {
  const { params, query, body, headers, idempotencyKey, signal, quiet = false } = options;
  const response = await request({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    params: query,
    data: body,
    headers: {
      ...headers,
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    signal,
    ...config,
  });
  if (typeof response === 'object') {
    notifyNewVersion(response.headers[PAGES_HEADER]);
    return { ...response, status: Number(response.headers[STATUS_HEADER] ?? response.status) };
  }
  const failure = networkError(response);
  if (quiet !== true && quiet !== 'connection') notifyNetworkError(failure);
  throw failure;
}

const NETWORK_MESSAGES = {
  network: '网络连接失败，请检查网络后重试',
  timeout: '请求超时，请稍后重试',
} as const;

const networkError = (error: keyof typeof NETWORK_MESSAGES) =>
  new CallError({ error, code: 0, msg: NETWORK_MESSAGES[error] });

function parseResponse(
  endpoint: Callable,
  { status, data: body }: Pick<HttpResponse, 'status' | 'data'>,
): Result<unknown> {
  if (!isObject(body) || typeof body['code'] !== 'number') return unreadableResponse(status);
  const { code, msg, requestId, error, errors: fieldErrors, ...rest } = body;
  const text = typeof msg === 'string' ? msg : '';
  const id = typeof requestId === 'string' ? requestId : '';
  if (code === 200) {
    const data = endpoint.envelope === 'flat' ? rest : body['data'];
    return { ok: true, code, msg: text, data, requestId: id };
  }
  return {
    ok: false,
    code: code as Failure['code'],
    msg: text,
    error: isErrorName(error) ? error : errorNameFor(code),
    errors: isFieldErrors(fieldErrors) ? fieldErrors : undefined,
    data: body['data'] ?? null,
    requestId: id,
  };
}

/** Errors for responses that are not an envelope, with the texts of the contract. */
const plainErrors: Pick<typeof errors, 'request.too_large' | 'server.unavailable' | 'server.error'> = {
  'request.too_large': { code: 413, msg: '提交的内容过大' },
  'server.unavailable': { code: 503, msg: '服务暂时不可用，请稍后再试' },
  'server.error': { code: 500, msg: '系统错误' },
};

/** Failure for a response that is not an envelope, e.g. from a proxy. */
function unreadableResponse(status: number): Failure {
  const isUnavailable = status >= 502 && status <= 504;
  // 413 comes from a proxy with a smaller limit than the server's.
  const error = status === 413 ? 'request.too_large' : isUnavailable ? 'server.unavailable' : 'server.error';
  return { ok: false, ...plainErrors[error], error, data: null, requestId: '' };
}

/** Accepts unknown names, which a newer server may send. */
function isErrorName(value: unknown): value is ErrorName {
  return typeof value === 'string' && value !== '';
}

/** The most general error for a status, for responses without an error name. */
function errorNameFor(code: number): ErrorName {
  if (code === 401) return 'session.required';
  if (code === 403) return 'permission.denied';
  if (code === 404) return 'record.not_found';
  if (code === 409) return 'record.changed';
  if (code === 429) return 'request.throttled';
  if (code === 503) return 'server.unavailable';
  return code >= 500 ? 'server.error' : 'request.invalid';
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}
