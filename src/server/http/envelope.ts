import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { AppError } from './app-error.ts';

const successMsg = { GET: '查询成功', POST: '创建成功', PUT: '更新成功', DELETE: '删除成功' } as const;

/** `msg` of an endpoint's success. */
export const msgOf = (endpoint: Endpoint) => endpoint.msg ?? successMsg[endpoint.method];

const head = { requestId: z.string(), code: z.number(), msg: z.string() };

/** JSON schema of the whole answer, from which the serialiser is compiled; definitions stand at its root. */
export function responseSchema(endpoint: Endpoint): Record<string, unknown> {
  const shape = endpoint.data instanceof z.ZodMiniObject ? endpoint.data.shape : {};
  const schema =
    endpoint.envelope === 'flat'
      ? z.object({ ...head, ...shape })
      : z.object({ ...head, data: endpoint.data });
  const json: Record<string, unknown> = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  return json;
}

/** The body of a success. */
export function success(endpoint: Endpoint, requestId: string, data: unknown): object {
  const start = { requestId, code: 200, msg: msgOf(endpoint) };
  return endpoint.envelope === 'flat' ? Object.assign(start, data) : { ...start, data };
}

/** The body of a failure: `error` is its stable name, `errors` the fields concerned. */
export function failure(error: AppError, requestId: string): object {
  return {
    requestId,
    code: error.code,
    msg: error.message,
    error: error.error,
    data: error.data,
    ...(error.fields ? { errors: error.fields } : {}),
  };
}
