import type * as z from 'zod/mini';
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { ErrorName, errors, FieldErrors } from '#contract/kernel/errors.ts';

export interface Success<D> {
  ok: true;
  code: 200;
  msg: string;
  data: D;
  error?: undefined;
  errors?: undefined;
  requestId: string;
}

export interface Failure {
  ok: false;
  code: (typeof errors)[ErrorName]['code'];
  msg: string;
  /** Branch on this; `msg` is for the user. */
  error: ErrorName;
  /** Messages by field, for validation errors. */
  errors?: FieldErrors;
  /** Details of the failure, e.g. the new figures of `order.price_changed`. */
  data: unknown;
  requestId: string;
}

/** The outcome of a call; `ok`, `code === 200` and `error` each discriminate the union. */
export type Result<D> = Success<D> | Failure;

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : never;

/** Only the names of query values are checked: each value may also be a text or a number, as in a URL. */
type QueryArg<E extends Endpoint> = [QueryOf<E>] extends [undefined]
  ? undefined
  : { [K in keyof QueryOf<E>]?: QueryOf<E>[K] | string | number | undefined };
type ParamsArg<E extends Endpoint> = [ParamsOf<E>] extends [undefined]
  ? { params?: undefined }
  : { params: { [K in keyof ParamsOf<E>]: ParamsOf<E>[K] | string | number } };
/** A file is sent in a form, or as is with its media type. */
type BodyArg<E extends Endpoint> = E extends { upload: 'form' }
  ? { body: FormData }
  : E extends { upload: string }
    ? { body: Blob; headers: { 'Content-Type': string } }
    : JsonArg<E>;
type JsonArg<E extends Endpoint> = [BodyOf<E>] extends [undefined]
  ? { body?: undefined }
  : { body: BodyOf<E> | InputOf<E['body']> };
type KeyArg<E extends Endpoint> = E extends { idempotent: true }
  ? { idempotencyKey: string }
  : { idempotencyKey?: string };

interface CommonOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /**
   * Suppresses notices: `true` all, `success` those of successful writes, `connection` those of network errors (for background
   * work that is repeated anyway). A lost session always shows its notice.
   */
  quiet?: boolean | 'success' | 'connection';
  /** The call itself replaces the session's token, so a 401 must not wait for a replacement. */
  renewsToken?: true;
}

export type CallOptions<E extends Endpoint> = CommonOptions &
  ParamsArg<E> &
  BodyArg<E> &
  KeyArg<E> & { query?: QueryArg<E> };

/** The fields of an endpoint that the client uses. */
export type Callable = Pick<Endpoint, 'method' | 'envelope' | 'readOnly' | 'failure'> & { path: string };

/** `CallOptions` without the endpoint's types. */
export interface UntypedOptions extends CommonOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
}

/** Options are optional if the endpoint requires none. */
export type CallArgs<E extends Endpoint> =
  CommonOptions extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

export type ResultOf<E extends Endpoint> = Result<DataOf<E>>;

/** A rejected call: a 500, a network error, or (from `fetchData`) any failure. */
export class CallError extends Error {
  readonly error: ErrorName | 'network' | 'timeout';
  /** HTTP status; 0 without a response. */
  readonly code: number;
  readonly requestId: string;

  constructor(failure: {
    error: ErrorName | 'network' | 'timeout';
    code: number;
    msg: string;
    requestId?: string;
  }) {
    super(failure.msg);
    this.name = 'CallError';
    this.error = failure.error;
    this.code = failure.code;
    this.requestId = failure.requestId ?? '';
  }
}

/** The message of a rejected call; rethrows other errors. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError) return error.message;
  throw error;
}

/**
 * The data of a call; null if the record does not exist or the caller may not see it.
 * @throws CallError for any other failure
 */
export function dataOrNull<D>(result: Result<D>): D | null {
  if (result.ok) return result.data;
  if (result.error === 'record.not_found') return null;
  throw new CallError(result);
}

/** The result of a call; undefined after a `CallError`, which the HTTP client has already reported. */
export async function resultOrUndefined<R>(result: Promise<R>): Promise<R | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
