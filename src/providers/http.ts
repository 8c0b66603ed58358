import { create, isAxiosError, isCancel, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { API_BASE, type DataOf, type Endpoint } from '#contract/endpoint.ts';
import { errors, type ErrorName, type FieldErrors } from '#contract/errors.ts';
import { isObject } from './browser-storage.ts';
import { tellFailure, tellNoAnswer, tellSuccess, tellSystemError } from './outcome-notices.ts';
import {
  CallError,
  type CallArgs,
  type Failure,
  type LooseOptions,
  type Result,
  type ResultOf,
} from './result.ts';
import { clearToken, getToken } from './session-store.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** The one HTTP client; its adapter is the only thing that tests replace. */
export const http = create({
  baseURL: API_BASE,
  timeout: REQUEST_TIMEOUT_MS,
  validateStatus: () => true,
  transitional: { clarifyTimeoutError: true },
  headers: { Accept: 'application/json' },
  paramsSerializer: { serialize: queryText },
});

/**
 * Makes one call of the contract and tells the user its outcome by the client rules of the wire. Resolves with a success, or with
 * a failure to branch on by `error`; a 401 signs out first.
 * @throws CallError after a 500 and when no answer came; axios's cancellation when `signal` aborts
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<ResultOf<E>> {
  const options: LooseOptions = args[0] ?? {};
  const token = getToken();
  return conclude<E>(endpoint, await send(endpoint, options, token), options, token);
}

/** What an answer of the wire means, told to the user; see `call`. */
export function conclude<E extends Endpoint>(
  endpoint: E,
  response: Pick<AxiosResponse<unknown>, 'status' | 'data'>,
  { quiet = false }: LooseOptions,
  token: string | null,
): ResultOf<E> {
  const result = settle(endpoint, response);
  if (result.ok) {
    if (!quiet) tellSuccess(endpoint, result);
    return result as ResultOf<E>;
  }
  if (result.code === 401 && token !== null && getToken() === token) clearToken();
  if (result.code === 500) {
    if (!quiet) tellSystemError(result);
    throw new CallError(result);
  }
  if (!quiet) tellFailure(endpoint, result);
  return result;
}

/**
 * The data of a call, for queries: a failure rejects too, and its error boundary shows it.
 * @throws CallError
 */
export async function fetchData<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<DataOf<E>> {
  const result = await call(endpoint, ...args);
  if (!result.ok) throw new CallError(result);
  return result.data;
}

/**
 * The bare answer to a request; `config` changes how it is asked for.
 * @throws CallError when none came; axios's cancellation
 */
export async function send(
  endpoint: Endpoint,
  options: LooseOptions,
  token: string | null,
  config: Pick<AxiosRequestConfig, 'responseType' | 'timeout' | 'onUploadProgress'> = {},
): Promise<AxiosResponse<unknown>> {
  const { params, query, body, headers, idempotencyKey, signal, quiet = false } = options;
  try {
    return await http.request<unknown>({
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
  } catch (error) {
    if (isCancel(error) || !isAxiosError(error)) throw error;
    const failure = noAnswer(error.code);
    if (!quiet) tellNoAnswer(failure);
    throw failure;
  }
}

function noAnswer(code: string | undefined): CallError {
  if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
    return new CallError({ error: 'timeout', code: 0, msg: '请求超时，请稍后重试' });
  }
  return new CallError({ error: 'network', code: 0, msg: '网络连接失败，请检查网络后重试' });
}

type QueryValue = string | number | boolean | Date | null | undefined;

/** `{pageIndex: 1, name: undefined}` is `pageIndex=1`; an instant is RFC 3339. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value instanceof Date) text.set(name, value.toISOString());
    else if (value !== undefined && value !== null) text.set(name, String(value));
  }
  return text.toString();
}

/** Puts the parameters into an endpoint's path: `/order/:id` with `{id: 7}` is `/order/7`. */
export function fillPath(path: string, params: unknown): string {
  const values = isObject(params) ? params : {};
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function settle(
  endpoint: Endpoint,
  { status, data: body }: Pick<AxiosResponse<unknown>, 'status' | 'data'>,
): Result<unknown> {
  if (!isObject(body) || typeof body['code'] !== 'number') return unreadable(status);
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
    error: isErrorName(error) ? error : errorNameOf(code),
    errors: isFieldErrors(fieldErrors) ? fieldErrors : undefined,
    data: body['data'] ?? null,
    requestId: id,
  };
}

/** Something between us and the server answered, not in its words. */
function unreadable(status: number): Failure {
  const error = status >= 502 && status <= 504 ? 'server.unavailable' : 'server.error';
  return { ok: false, ...errors[error], error, data: null, requestId: '' };
}

function isErrorName(value: unknown): value is ErrorName {
  return typeof value === 'string' && Object.hasOwn(errors, value);
}

/** The most general error of a status, for an answer that names none. */
function errorNameOf(code: number): ErrorName {
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
