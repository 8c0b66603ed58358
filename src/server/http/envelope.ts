import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { AppError } from './app-error.ts';

const successMsg = { GET: '查询成功', POST: '创建成功', PUT: '更新成功', DELETE: '删除成功' } as const;

const msgOf = (endpoint: Endpoint, data: unknown) =>
  endpoint.msgOf?.(data) ?? endpoint.msg ?? successMsg[endpoint.method];

/** The body of a success. */
export function success(endpoint: Endpoint, requestId: string, data: unknown): Record<string, unknown> {
  const start: Record<string, unknown> = { requestId, code: 200, msg: msgOf(endpoint, data) };
  if (endpoint.envelope === 'flat') return Object.assign(start, data);
  return { ...start, ...endpoint.extraFields?.derive(data), data };
}

/** The body of a failure: `error` is the stable name, `errors` maps the affected fields to messages. */
export function failure(error: AppError, requestId: string): Record<string, unknown> {
  return {
    requestId,
    code: error.code,
    msg: error.message,
    error: error.error,
    data: error.data,
    ...(error.fields ? { errors: error.fields } : {}),
  };
}
