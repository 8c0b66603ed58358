import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ErrorName } from '#contract/errors.ts';
import { AppError } from './app-error.ts';
import { failure } from './envelope.ts';
import { isReceivingForm } from './form-upload.ts';
import { parseJsonBody } from './json-body.ts';
import { loggedPath } from './request-log.ts';
import { refuseOverload, type LoadLimits } from './overload.ts';
import { asDatabaseFailure } from './pg-errors.ts';
import { securityHeaders } from './security-headers.ts';
import { tableTypes } from './table-file.ts';

const ONE_YEAR = 'max-age=31536000; includeSubDomains';
const requestId = /^[\w.:-]{1,64}$/;
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export interface HttpServerOptions {
  logger: FastifyBaseLogger;
  trustProxy: boolean | string[];
  /** True once the server is told to stop: further requests are refused. */
  isStopping: () => boolean;
  /** True from some time before: requests are still answered, and their connections closed. */
  isLeaving?: () => boolean;
  /** Of the load, where they are not the usual ones. */
  limits?: LoadLimits;
}

/** Fastify with our limits, our JSON reader and one shape of answer for every failure, its own included. */
export function createHttpServer({
  logger,
  trustProxy,
  isStopping,
  isLeaving = () => false,
  limits,
}: HttpServerOptions): FastifyInstance {
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
    // Node answers a missing Host itself, without our envelope; slow requests are looked for every two seconds.
    http: { maxHeaderSize: 16 * 1024, requireHostHeader: false, connectionsCheckingInterval: 2_000 },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && requestId.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  http.server.headersTimeout = 10_000;
  http.server.maxConnections = 2_000;
  // The two requests that Node answers or drops by itself: an expectation other than 100-continue may be passed over.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response));
  http.server.on('connect', (_request, socket) => endWith(socket, new AppError('request.method')));

  closeUnusedConnections(http);

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

  for (const [format, type] of Object.entries({ ...tableTypes, pdf: 'application/pdf' })) {
    http.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, { format, bytes }),
    );
  }

  http.addHook('onRequest', async (request, reply) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    // Only a proxy that we trust can say so: over plain http the header would mean nothing.
    if (request.protocol === 'https') void reply.header('strict-transport-security', ONE_YEAR);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new AppError('request.malformed');
    if (isStopping() || isLeaving()) void reply.header('connection', 'close');
    if (!isStopping()) return;
    throw new AppError('server.stopping', { retryAfterSeconds: 2 });
  });
  refuseOverload(http, limits);
  http.setErrorHandler(sendFailure);
  http.setNotFoundHandler((request, reply) => sendFailure(new AppError('route.not_found'), request, reply));
  return http;
}

/**
 * A connection on which nothing was ever asked counts as busy for Node's `close`, which would wait for it: browsers open
 * such ones in advance. They end when the server begins to stop.
 */
function closeUnusedConnections(http: FastifyInstance): void {
  const unused = new Set<Socket>();
  http.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  http.server.on('request', ({ socket }) => unused.delete(socket));
  http.addHook('preClose', (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error);
  logFailure(request, known, error);
  if (known.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(known.retryAfterSeconds));
  void reply
    .headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .code(known.code)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure(known, request.id));
}

/** Who is refused because too much comes at once comes by the thousand: a short line each, without the way through the code. */
function logFailure(request: FastifyRequest, known: AppError, error: unknown) {
  if (known.code < 500) return;
  const path = loggedPath(request.url);
  if (known.error === 'server.busy' && known.cause === undefined) request.log.warn({ path }, known.error);
  else request.log.error({ err: error, path }, known.error);
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return (
    asFrameworkFailure(error) ?? asDatabaseFailure(error) ?? new AppError('server.error', { cause: error })
  );
}

/** Refusals of Fastify and its plugins carry a status; one of the server's own faults never counts as theirs. */
function asFrameworkFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  return new AppError(refusals[statusCode] ?? 'request.malformed', { cause: error });
}

const refusals: Readonly<Record<number, ErrorName | undefined>> = {
  403: 'route.not_found', // a path outside the root, a directory
  404: 'route.not_found',
  408: 'request.timeout',
  413: 'request.too_large',
  415: 'request.media_type',
};

/** A request that never became one: broken syntax, oversized headers, or too slow. Answered in the envelope all the same. */
function answerBrokenRequest(this: unknown, error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceivingForm(socket)) return;
  const name =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'request.header_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request.timeout'
        : 'request.malformed';
  endWith(socket, new AppError(name));
}

/** Answers on the bare connection and closes it. */
function endWith(socket: Duplex, known: AppError) {
  const id = randomUUID();
  const body = JSON.stringify(failure(known, id));
  const headers = Object.entries({ ...securityHeaders, 'x-request-id': id }).map(
    ([key, value]) => `${key}: ${value}`,
  );
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
