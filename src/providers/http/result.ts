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
  /** Code branches on this; `msg` is for people. */
  error: ErrorName;
  /** Messages by field, for validation failures. */
  errors?: FieldErrors;
  /** Details of the failure, e.g. the new figures of `order.price_changed`. */
  data: unknown;
  requestId: string;
}

/** What a call resolves to; `ok`, `code === 200` and `error` each distinguish the two. */
export type Result<D> = Success<D> | Failure;

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : never;

/** Query values are checked by name; numbers and times may be given as text, as in a URL. */
type QueryArgs<E extends Endpoint> = [QueryOf<E>] extends [undefined]
  ? undefined
  : { [K in keyof QueryOf<E>]?: QueryOf<E>[K] | string | number | undefined };
type ParamsArg<E extends Endpoint> = [ParamsOf<E>] extends [undefined]
  ? { params?: undefined }
  : { params: { [K in keyof ParamsOf<E>]: ParamsOf<E>[K] | string | number } };
/** A file is sent as is under its media type, or in a form. */
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
   * The outcomes without a notice, because the page shows them itself: all of them, the success of a write, or lost
   * connections of work in the background that is repeated anyway. A lost session always shows its notice.
   */
  quiet?: boolean | 'success' | 'connection';
  /** The call itself replaces the session's token, so that its refusal does not wait for that. */
  renewsToken?: true;
}

export type CallOptions<E extends Endpoint> = CommonOptions &
  ParamsArg<E> &
  BodyArg<E> &
  KeyArg<E> & { query?: QueryArgs<E> };

/** What the client uses of an endpoint. */
export type Callable = Pick<Endpoint, 'method' | 'envelope' | 'readOnly' | 'failure'> & { path: string };

/** The same without an endpoint's types. */
export interface UntypedOptions extends CommonOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
}

/** The options are optional where the endpoint needs none. */
export type CallArgs<E extends Endpoint> =
  CommonOptions extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

export type ResultOf<E extends Endpoint> = Result<DataOf<E>>;

/** What a call rejects with: a 500, no answer at all, or (from `fetchData`) any failure. */
export class CallError extends Error {
  readonly error: ErrorName | 'network' | 'timeout';
  /** HTTP status, 0 when no answer came. */
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

/** The message of a rejected call; throws any other error again. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError) return error.message;
  throw error;
}

/**
 * The data of a call; null for a record that does not exist, or that the caller may not see.
 * @throws CallError after another failure
 */
export function dataOrNull<D>(result: Result<D>): D | null {
  if (result.ok) return result.data;
  if (result.error === 'record.not_found') return null;
  throw new CallError(result);
}

/** The result of a call; undefined after a rejection, which the HTTP client has already shown. */
export async function resultOrUndefined<R>(result: Promise<R>): Promise<R | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
