import type * as z from 'zod/mini';
import type { Access } from './permissions.ts';

/**
 * A column of an exported file: its heading, and optionally labels for codes, rounding up, or times with seconds.
 * `codeHead` is the heading of an additional column with the codes, for programs.
 */
export type Column =
  | string
  | { head: string; values: Readonly<Record<string, string>>; codeHead?: string }
  | { head: string; round: 'up' }
  | { head: string; seconds: true };

/**
 * One endpoint of the API. The server registers it, the browser calls it, forms validate with it, and permission tests,
 * the menu's `sysApi` list and `/openapi.json` are derived from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/api/v1`, with `:name` for path parameters. */
  path: `/${string}`;
  /** In Chinese: shown on the reference page, in the role editor and in the operation log. */
  summary: string;
  permission: Access;
  /** Also allowed while the session must change its password or set up a second factor. */
  duringSetUp?: true;
  params?: z.ZodMiniType;
  /** An empty parameter counts as absent, because forms send all filters. */
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Converts other body shapes that clients may send to the one that `body` parses. */
  convertBody?: (body: unknown) => unknown;
  /** The body is a file instead of JSON: a spreadsheet (.xlsx or .csv), a PDF, or a form with any file. */
  upload?: 'table' | 'pdf' | 'form';
  /** The picture may also be sent as a form file in this field. */
  formPicture?: string;
  /** The size limit for the body, or for the form's file; default: 256 KiB. */
  maxBytes?: number;
  /** Schema of the envelope's `data`; the server drops all other fields. */
  data: z.ZodMiniType;
  /** Fields next to `data` and derived from it, for go-admin clients. */
  extraFields?: { schema: z.ZodMiniObject; derive: (data: unknown) => Record<string, unknown> };
  /** `'flat'`: the fields of `data` are next to `code` and `msg`, as in go-admin's captcha and login responses. */
  envelope?: 'flat';
  /** A successful response is a generated file, a stored file, or a stream of server-sent events instead of the envelope. */
  answer?: 'file' | 'stored' | 'stream';
  /** Columns of an exported file by field, in order. */
  columns?: Readonly<Record<string, Column | undefined>>;
  /** The request must carry an `Idempotency-Key`. */
  idempotent?: true;
  /** The response has an ETag with this revision, and may be a 304. */
  revision?: 'catalogue';
  /** A POST that writes nothing and is not logged as a write. */
  readOnly?: true;
  /** The message to users about a failure, shown as an error or a warning; default: `msg`. */
  failure?: { type: 'error' | 'warning'; text: (code: number, msg: string) => string };
  /** `msg` of a success; default: 查询成功, 创建成功, 更新成功 or 删除成功, depending on the method. */
  msg?: string;
  /** Overrides `msg` for some responses; undefined: no override. */
  msgOf?: (data: unknown) => string | undefined;
}

export type Endpoints = Record<string, Endpoint>;

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** Header with a failure's code, for when a setting makes its HTTP status 200. */
export const STATUS_HEADER = 'x-status-code';

/** Header with the version of the server's pages. When it changes, an open page is outdated. */
export const PAGES_HEADER = 'x-pages-version';

/** Prefix of every endpoint's path. */
export const API_BASE = '/api/v1';
