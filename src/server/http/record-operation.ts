import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Actor } from './read-call.ts';
import { codeOf, loggedPath } from './request-log.ts';
import type { OperationLog } from '#server/modules/logs/operation-log.ts';

/** Control characters, line separators and direction marks must not reach a log line. */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** External text made safe for a log: one line, bounded, never ending in half a surrogate pair. */
export const toLogText = (text: string, max = 300) =>
  text.replaceAll(unsafeCharacters, ' ').slice(0, max).toWellFormed();

/** Writes the operation-log row of a write request, successful or not. The request body is never stored. */
export function recordOperation(
  log: OperationLog,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, username }: Actor,
  payload: unknown,
): Promise<void> {
  const code = codeOf(reply);
  return log.write({
    title: endpoint.summary,
    permission: endpoint.permission,
    requestMethod: request.method,
    operUrl: toLogText(loggedPath(request.url)),
    operName: toLogText(username),
    userId,
    operIp: request.ip,
    userAgent: toLogText(request.headers['user-agent'] ?? ''),
    code,
    msg: messageOf(payload),
    // 1: succeeded, 2: failed.
    status: code === 200 ? '1' : '2',
    requestId: request.id,
    latencyMs: Math.round(reply.elapsedTime * 100) / 100,
    changes: request.getDecorator<unknown>('changes') ?? null,
  });
}

const msgInJson = /"msg":"((?:[^"\\]|\\.)*)"/;

function messageOf(payload: unknown): string {
  const [, msg] = (typeof payload === 'string' ? msgInJson.exec(payload) : null) ?? [];
  return msg === undefined
    ? ''
    : String(JSON.parse(`"${msg}"`))
        .slice(0, 300)
        .toWellFormed();
}
