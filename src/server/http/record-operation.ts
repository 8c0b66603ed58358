import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { OperationLog } from '#server/modules/logs/operation-log.ts';

const control = /[\u0000-\u001f\u007f]/g; // eslint-disable-line no-control-regex -- what must not reach a log line

/** Text from outside as a log may hold it: one line, bounded. */
export const loggable = (text: string, max = 300) => text.replaceAll(control, ' ').slice(0, max);

/** Writes the operation-log row of an attempt to write, whatever came of it. The body itself is never stored. */
export function recordOperation(
  log: OperationLog,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  payload: unknown,
): Promise<void> {
  return log.write({
    title: endpoint.summary,
    permission: endpoint.permission,
    requestMethod: request.method,
    operUrl: loggable(request.url),
    operName: caller.username,
    userId: caller.userId,
    operIp: request.ip,
    userAgent: loggable(request.headers['user-agent'] ?? ''),
    code: reply.statusCode,
    msg: messageOf(payload),
    status: reply.statusCode === 200 ? '1' : '2',
    requestId: request.id,
    latencyMs: Math.round(reply.elapsedTime * 100) / 100,
    changes: request.getDecorator<unknown>('changes') ?? null,
  });
}

const msgInJson = /"msg":"((?:[^"\\]|\\.)*)"/;

function messageOf(payload: unknown): string {
  const [, msg] = (typeof payload === 'string' ? msgInJson.exec(payload) : null) ?? [];
  return msg === undefined ? '' : String(JSON.parse(`"${msg}"`)).slice(0, 300);
}
