import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError } from './app-error.ts';
import { failure } from './envelope.ts';
import { parseJsonBody } from './json-body.ts';
import { asDatabaseFailure } from './pg-errors.ts';
import { securityHeaders } from './security-headers.ts';
import { tableTypes } from './table-file.ts';

const requestId = /^[\w.:-]{1,64}$/;
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export interface HttpServerOptions {
  logger: FastifyBaseLogger;
  trustProxy: boolean | string[];
  /** True once the server is told to stop: further requests are refused. */
  isStopping: () => boolean;
}

/** Fastify with our limits, our JSON reader and one shape of answer for every failure, its own included. */
export function createHttpServer({ logger, trustProxy, isStopping }: HttpServerOptions): FastifyInstance {
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    connectionTimeout: 0,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false, caseSensitive: true },
    http: { maxHeaderSize: 16 * 1024 },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && requestId.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  http.server.headersTimeout = 10_000;
  http.server.maxConnections = 2_000;

  http.decorateRequest('caller', null);
  http.decorateRequest('changes', null);

  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!jsonType.test(request.headers['content-type'] ?? ''))
      return done(new AppError('request.media_type'));
    try {
      done(null, parseJsonBody(String(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }));
    }
  });

  for (const [format, type] of Object.entries(tableTypes)) {
    http.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, { format, bytes }),
    );
  }

  http.addHook('onRequest', async (request, reply) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    if (!isStopping()) return;
    void reply.header('connection', 'close');
    throw new AppError('server.stopping', { retryAfterSeconds: 2 });
  });
  http.setErrorHandler(sendFailure);
  http.setNotFoundHandler((request, reply) => sendFailure(new AppError('route.not_found'), request, reply));
  return http;
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error);
  if (known.code >= 500) request.log.error({ err: error, url: request.url }, known.error);
  if (known.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(known.retryAfterSeconds));
  void reply
    .headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .code(known.code)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure(known, request.id));
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return (
    asFrameworkFailure(error) ?? asDatabaseFailure(error) ?? new AppError('server.error', { cause: error })
  );
}

function asFrameworkFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined;
  const { statusCode, code } = error as FastifyError;
  if (!code.startsWith('FST_')) return undefined;
  if (statusCode === 413) return new AppError('request.too_large', { cause: error });
  if (statusCode === 415) return new AppError('request.media_type', { cause: error });
  if (statusCode === 404) return new AppError('route.not_found', { cause: error });
  if (statusCode === 408) return new AppError('request.timeout', { cause: error });
  if (statusCode !== undefined && statusCode < 500)
    return new AppError('request.malformed', { cause: error });
  return undefined;
}

/** A request that never became one: broken syntax, oversized headers, or too slow. Answered in the envelope all the same. */
function answerBrokenRequest(this: unknown, error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const name =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'request.header_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request.timeout'
        : 'request.malformed';
  const known = new AppError(name);
  const body = JSON.stringify(failure(known, randomUUID()));
  const headers = Object.entries(securityHeaders).map(([key, value]) => `${key}: ${value}`);
  socket.end(
    [
      `HTTP/1.1 ${known.code} ${known.error}`,
      ...headers,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
