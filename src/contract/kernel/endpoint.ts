import type * as z from 'zod/mini';
import type { Access } from './permissions.ts';

/**
 * A column of an exported file: its heading, and the labels of its values where they are codes, or that its figures are
 * rounded up to whole ones, or that its times have seconds. `codeHead` adds a column with the codes, for programs that
 * read the file.
 */
export type Column =
  | string
  | { head: string; values: Readonly<Record<string, string>>; codeHead?: string }
  | { head: string; round: 'up' }
  | { head: string; seconds: true };

/**
 * One call of the API. The server registers it, the browser calls it, forms validate with it, and the permission
 * test, the menu's `sysApi` list and `/openapi.json` are derived from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with `:name` for path parameters. */
  path: `/${string}`;
  /** In Chinese: shown on the reference page, in the role editor and in the operation log. */
  summary: string;
  permission: Access;
  /** Open also to a session that must first change its password or set up a second factor; any other call is not. */
  duringSetUp?: true;
  params?: z.ZodMiniType;
  /** An empty filter counts as absent: forms send all of theirs. */
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Another shape of the body that clients send, read as the one that `body` parses. */
  reads?: (body: unknown) => unknown;
  /** The body is a file's bytes instead of JSON: a spreadsheet (.xlsx or .csv), a PDF, or a form with any file. */
  upload?: 'table' | 'pdf' | 'form';
  /** The picture of the body may also come as the file of a form in this field. */
  formPicture?: string;
  /** Limit of the body, or of a form's file; default: 256 KiB. */
  maxBytes?: number;
  /** Schema of the envelope's `data`; the server drops every field that it does not name. */
  data: z.ZodMiniType;
  /** Fields that clients of the same family expect next to `data`, made from it. */
  beside?: { schema: z.ZodMiniObject; of: (data: unknown) => Record<string, unknown> };
  /** `'flat'`: the fields of `data` are next to `code` and `msg`, as in go-admin for captcha and login. */
  envelope?: 'flat';
  /**
   * A success answers a generated file, a stored file, or a stream of server-sent events whose data are `data`,
   * instead of the envelope.
   */
  answer?: 'file' | 'stored' | 'stream';
  /** Columns of an exported file by field, in order. */
  columns?: Readonly<Record<string, Column | undefined>>;
  /** The request must carry an `Idempotency-Key`. */
  idempotent?: true;
  /** The answer carries an ETag of this revision and may be 304. */
  revision?: 'catalogue';
  /** A POST that stores nothing and is not logged as a write. */
  readOnly?: true;
  /** The message to users about a failure, as an error or a warning; default: `msg`. */
  failure?: { type: 'error' | 'warning'; text: (code: number, msg: string) => string };
  /** `msg` of a success; default: 查询成功, 创建成功, 更新成功 or 删除成功 by method. */
  msg?: string;
  /** Another `msg` for some answers; undefined keeps the usual one. */
  msgOf?: (data: unknown) => string | undefined;
}

export type Endpoints = Record<string, Endpoint>;

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** The code of a failure whose HTTP status is 200 by setting. */
export const STATUS_HEADER = 'x-status-code';

/** The version of the pages that the server has: a page that sees it change is old. */
export const PAGES_HEADER = 'x-pages-version';

/** Prefix of every endpoint's path. */
export const API_BASE = '/api/v1';
