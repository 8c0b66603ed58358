import type * as z from 'zod/mini';
import type { PermissionCode } from './permissions.ts';

/** `'session'`: any signed-in user; `'public'`: nobody need sign in; otherwise the code the caller must hold. */
export type Access = PermissionCode | 'session' | 'public';

/** A column of an exported file: its head, and the words for its values where they are codes. */
export type Column = string | { head: string; values: Readonly<Record<string, string>> };

/**
 * One call of the wire. The server registers it, the browser calls it, forms validate with it, and the permission
 * test, the menu's `sysApi` list and `/openapi.json` are read from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with `:name` for path parameters. */
  path: `/${string}`;
  /** What it does, in Chinese: shown in the reference page, the role editor and the operation log. */
  summary: string;
  permission: Access;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is a file's bytes instead of JSON: a spreadsheet (.xlsx or .csv), a PDF, or a form with a file of any kind. */
  upload?: 'table' | 'pdf' | 'form';
  /** Of the body, of a form's file; 256 KiB unless given. */
  maxBytes?: number;
  /** What `data` of the envelope holds; the server sends no field that this schema does not name. */
  data: z.ZodMiniType;
  /** `'flat'`: the fields of `data` stand beside `code` and `msg`, as the family does for captcha and login. */
  envelope?: 'flat';
  /**
   * A success answers a file made for it, one of the file store, or an open stream of server-sent events whose data are
   * `data`, instead of the envelope.
   */
  answer?: 'file' | 'stored' | 'stream';
  /** Of a file made of rows: the heads of its columns, in order, by field. */
  columns?: Readonly<Record<string, Column | undefined>>;
  /** The request must carry an `Idempotency-Key`. */
  idempotent?: true;
  /** The answer carries an ETag of this revision and may be 304. */
  revision?: 'catalogue';
  /** A POST that stores nothing: not a write for the operation log. */
  readOnly?: true;
  /** `msg` of a success; 查询成功, 创建成功, 更新成功, 删除成功 by method unless given. */
  msg?: string;
}

export type Endpoints = Record<string, Endpoint>;

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** The part of every URL before an endpoint's path. */
export const API_BASE = '/api/v1';
