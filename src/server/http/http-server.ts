import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, {
  errorCodes,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { API_BASE, PAGES_HEADER, STATUS_HEADER } from '#contract/kernel/endpoint.ts';
import type { ErrorName } from '#contract/kernel/errors.ts';
import { jsonBodies } from '#server/fairness/limits.ts';
import { ownerOf } from '#server/fairness/owner-of.ts';
import { AppError } from './app-error.ts';
import { limitConnections } from '#server/fairness/connections.ts';
import { discardRest } from './discard-rest.ts';
import { failure } from './envelope.ts';
import { isReceivingForm } from './form-upload.ts';
import { parseJsonBody } from './json-body.ts';
import { loggedPath } from './request-log.ts';
import { shedLoad, type LoadLimits } from '#server/fairness/load-shedding.ts';
import { asDatabaseFailure } from './pg-errors.ts';
import { securityHeaders } from './security-headers.ts';
import { tableTypes } from '#server/tables/table-file.ts';
import { createProxyCheck, plainAddresses } from './trusted-proxies.ts';

const ONE_YEAR = 'max-age=31536000; includeSubDomains';
const requestId = /^[\w.:-]{1,64}$/;
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** How failures are answered; the values follow the settings while the server runs. */
export interface WireOptions {
  /** False: failures of the API have HTTP status 200 too, for clients that read only `code`. */
  statusMirrorsCode: boolean;
}

export interface HttpServerOptions {
  logger: FastifyBaseLogger;
  trustProxy: boolean | string[];
  /** Returns true after a stop signal: new requests are refused. */
  isStopping: () => boolean;
  /** Returns true while draining: requests are still answered, and their connections closed. */
  isDraining?: () => boolean;
  /** Overrides the default load limits. */
  limits?: LoadLimits;
  /** Default: `statusMirrorsCode` is true. */
  wire?: WireOptions;
  /** The version of the built pages, sent in a header with every answer; see `pagesVersion`. */
  pages?: string | undefined;
}

/** Creates Fastify with our limits, our JSON parser and one envelope for every failure, including its own. */
export function createHttpServer({
  logger,
  trustProxy,
  isStopping,
  isDraining = () => false,
  limits,
  wire = { statusMirrorsCode: true },
  pages,
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
    // Node would answer a missing Host without our envelope; it checks for slow requests every two seconds.
    http: { maxHeaderSize: 16 * 1024, requireHostHeader: false, connectionsCheckingInterval: 2_000 },
    genReqId: ({ headers }) => {
      const sentId = headers['x-request-id'];
      return typeof sentId === 'string' && requestId.test(sentId) ? sentId : randomUUID();
    },
    frameworkErrors: (error, request, reply) => sendFailure(wire, error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  http.server.headersTimeout = 10_000;
  limitConnections(http.server, createProxyCheck(trustProxy));
  // Node would answer an unknown expectation itself, although it may be ignored, and drop CONNECT unanswered.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response));
  http.server.on('connect', (_request, socket) => endWith(socket, new AppError('request.method')));

  closeUnusedConnections(http);

  http.decorateRequest('caller', null);
  http.decorateRequest('changes', null);
  http.decorateRequest('actor', null);

  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!jsonType.test(request.headers['content-type'] ?? ''))
      return done(new AppError('request.media_type'));
    const parse = () => parseJsonBody(String(body));
    try {
      const turn = jsonBodies.take(ownerOf(request), body.length);
      if (turn) return void turn.then(parse).then((value) => done(null, value), done);
      done(null, parse());
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }));
    }
  });

  for (const [format, type] of Object.entries(tableTypes)) {
    http.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, { format, bytes }),
    );
  }

  const commonHeaders = pages === undefined ? securityHeaders : { ...securityHeaders, [PAGES_HEADER]: pages };
  http.addHook('onRequest', async (request, reply) => {
    const { headers } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = plainAddresses(forwarded);
    void reply.headers(commonHeaders).header('x-request-id', request.id);
    // Only a trusted proxy can report https: over plain http the header means nothing.
    if (request.protocol === 'https') void reply.header('strict-transport-security', ONE_YEAR);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new AppError('request.malformed');
    // Refused before the body is read; a GET may still get a page.
    if (request.is404 && request.method !== 'GET') throw new AppError('route.not_found');
    if (isStopping() || isDraining()) void reply.header('connection', 'close');
    if (!isStopping()) return;
    throw new AppError('server.stopping', { retryAfterSeconds: 2 });
  });
  shedLoad(http, limits);
  http.setErrorHandler((error, request, reply) => sendFailure(wire, error, request, reply));
  http.setNotFoundHandler((request, reply) =>
    sendFailure(wire, new AppError('route.not_found'), request, reply),
  );
  return http;
}

/**
 * Node's `close` waits for connections that never carried a request, because it counts them as busy; browsers open
 * such connections in advance. They are closed when the server begins to stop.
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

function sendFailure(
  { statusMirrorsCode }: WireOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const appError = asAppError(error);
  logFailure(request, appError, error);
  // Fastify sets `connection: close`, but the reset could overtake the answer: discards the rest instead.
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE && !request.raw.complete) {
    reply.removeHeader('connection');
    discardRest(request, reply);
  }
  if (appError.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(appError.retryAfterSeconds));
  const isMirrored = statusMirrorsCode || !request.url.startsWith(API_BASE);
  if (!isMirrored) void reply.header(STATUS_HEADER, String(appError.code));
  void reply
    .headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .code(isMirrored ? appError.code : 200)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure(appError, request.id));
}

/** Overload rejections arrive in thousands: one short line each, without the stack. */
function logFailure(request: FastifyRequest, appError: AppError, error: unknown) {
  if (appError.code < 500) return;
  const path = loggedPath(request.url);
  if (appError.error === 'server.busy' && appError.cause === undefined)
    request.log.warn({ path }, appError.error);
  else request.log.error({ err: error, path }, appError.error);
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return (
    asFrameworkFailure(error) ?? asDatabaseFailure(error) ?? new AppError('server.error', { cause: error })
  );
}

/** Errors of Fastify and its plugins carry a status; a 5xx is treated as our own bug. */
function asFrameworkFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  return new AppError(clientErrors[statusCode] ?? 'request.malformed', { cause: error });
}

const clientErrors: Readonly<Record<number, ErrorName | undefined>> = {
  403: 'route.not_found', // a path outside the root, or a directory
  404: 'route.not_found',
  408: 'request.timeout',
  413: 'request.too_large',
  415: 'request.media_type',
};

/** Answers a request that Node could not parse (broken syntax, oversized headers, too slow) in the envelope. */
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

/** Writes the answer to the raw socket and closes it. */
function endWith(socket: Duplex, appError: AppError) {
  const id = randomUUID();
  const body = JSON.stringify(failure(appError, id));
  const headers = Object.entries({ ...securityHeaders, 'x-request-id': id }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  socket.end(
    [
      `HTTP/1.1 ${appError.code} ${appError.error}`,
      ...headers,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
