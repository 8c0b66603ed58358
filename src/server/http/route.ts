import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { API_BASE, type DataOf, type Endpoint } from '#contract/kernel/endpoint.ts';
import { assertAccess, type AccessService } from '#server/modules/access/access.service.ts';
import type { OperationLog } from '#server/modules/logs/operation-log.ts';
import type { AddressThrottle } from '#server/fairness/address-throttle.ts';
import type { UserThrottle } from '#server/fairness/user-throttle.ts';
import type { FairSemaphore } from '#server/fairness/fair-semaphore.ts';
import { generatedFiles, reads, writesPerDay, writesPerMinute } from '#server/fairness/limits.ts';
import { ownerOf } from '#server/fairness/owner-of.ts';
import { AppError } from './app-error.ts';
import { success } from './envelope.ts';
import { sendEvents, type StreamAnswer } from './event-stream.ts';
import { acceptForms } from './form-upload.ts';
import { responseSchema } from './response-schema.ts';
import { recordOperation } from './record-operation.ts';
import { acceptStreams } from './streamed-body.ts';
import { sendFile, type StoredFile } from './send-file.ts';
import type { FileAnswer } from '#server/tables/table-file.ts';
import { createRevisionCache, etagOf } from './revision-cache.ts';
import { actorOf, callerOf, originOf, PICTURE_FILE_BYTES, readCall, type Call } from './read-call.ts';

export type Clock = () => Date;

/** The HTTP server and the services that every call uses. */
export interface App {
  http: FastifyInstance;
  access: AccessService;
  operationLog: OperationLog;
  clock: Clock;
  /** The software's version; part of every ETag. */
  version: string;
  /** False when the database's disk is nearly full: requests that add data are refused. */
  hasDiskSpace: () => Promise<boolean>;
}

interface Answers {
  file: FileAnswer;
  stored: StoredFile;
  stream: StreamAnswer;
}
type Answer<E extends Endpoint> = E extends { answer: infer A extends keyof Answers }
  ? Answers[A]
  : DataOf<E>;
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** Limits of the requests of an endpoint. */
export interface Guard {
  /** Limits the requests of an address. With a semaphore the handler counts them, so that a flood costs no query. */
  throttle?: AddressThrottle;
  /** Limits the valid requests of a user. */
  perMinute?: UserThrottle;
  /** Further requests wait or are refused. Default: `generatedFiles` for generated files, `reads` for reads of users. */
  semaphore?: FairSemaphore;
}

function defaultSemaphore({ answer, permission, method, readOnly }: Endpoint): FairSemaphore | undefined {
  if (answer === 'file') return generatedFiles;
  const isRead = method === 'GET' || readOnly === true;
  return isRead && permission !== 'public' && answer !== 'stream' ? reads : undefined;
}

/** Limit of bodies without a session, such as a sign-in or a registration. */
export const PUBLIC_BODY_BYTES = 16 * 1024;

/**
 * Registers an endpoint. The caller is authenticated and authorised before the body is read. Write attempts of
 * signed-in users are in the operation log, as are public ones whose handler calls `setLogActor`.
 */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: Handler<E>,
  { throttle, perMinute, semaphore = defaultSemaphore(endpoint) }: Guard = {},
): void {
  const isPublic = endpoint.permission === 'public';
  const isWrite = endpoint.method !== 'GET' && !endpoint.readOnly;
  const cache = endpoint.revision ? createRevisionCache() : undefined;

  const { maxBytes, upload } = endpoint;
  // Forms and streams are read by their handlers, not buffered in memory.
  const isStreamed = upload === 'form' || upload === 'pdf';
  const bodyLimit = isStreamed ? undefined : (maxBytes ?? (isPublic ? PUBLIC_BODY_BYTES : undefined));
  // A session's own actions (sign out, read notifications) stay possible on a full disk.
  const isAddition =
    isWrite &&
    !isPublic &&
    endpoint.method === 'POST' &&
    (upload !== undefined || endpoint.permission !== 'session');

  const options: RouteOptions = {
    method: endpoint.method,
    url: API_BASE + endpoint.path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: endpoint.answer ? {} : { response: { 200: responseSchema(endpoint) } },
    config: { isExemptFromLimits: endpoint.answer === 'stream' || isStreamed },
    async onRequest(request) {
      const origin = originOf(request, app.clock());
      throttle?.refuseWhenExceeded(origin);
      if (isPublic) {
        semaphore?.refuseWhenFull(ownerOf(request));
        if (throttle && !semaphore) await throttle.count(origin);
        return;
      }
      const caller = await app.access.identify(request.headers.authorization, app.clock());
      request.setDecorator('caller', caller);
      const isLimited = isWrite && !endpoint.idempotent && !caller.grant.isStaff;
      if (isLimited) await countOrPause([writesPerMinute, writesPerDay], caller.userId, origin.now);
      assertAccess(caller, endpoint);
      if (isAddition && !(await app.hasDiskSpace())) throw new AppError('storage.full');
    },
    async handler(request, reply) {
      const caller = callerOf(request);
      const call = await readCall(endpoint, request, reply, app.clock());
      // Counted after validation: an invalid body costs no search.
      if (perMinute && caller) await countOrPause([perMinute], caller.userId, app.clock());
      const run = () => (semaphore ? semaphore.run(ownerOf(request), () => handle(call)) : handle(call));
      if (cache && caller) {
        const etag = etagOf(app.version, endpoint, caller, call.query);
        void reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
        // The cache holds the response without its request id, which differs for each request.
        const tail = await cache.get(caller.catalogueRevision, etag, async () => {
          const body = success(endpoint, '', await run());
          return Buffer.from(String(reply.serializeInput(body, '200')).slice('{"requestId":""'.length));
        });
        const head = Buffer.from(`{"requestId":${JSON.stringify(request.id)}`);
        return reply.type('application/json; charset=utf-8').send(Buffer.concat([head, tail]));
      }
      if (endpoint.answer === 'file' || endpoint.answer === 'stored') {
        const file: Answer<Endpoint> = await run();
        return sendFile(reply, file as FileAnswer | StoredFile);
      }
      if (endpoint.answer === 'stream') {
        if (request.headers.accept?.includes('text/event-stream') !== true) {
          throw new AppError('request.not_acceptable');
        }
        const attach: Answer<Endpoint> = await run();
        return sendEvents(reply, attach as StreamAnswer);
      }
      return success(endpoint, request.id, await run());
    },
    ...(isWrite
      ? {
          async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
            const actor = actorOf(request);
            if (actor) await recordOperation(app.operationLog, endpoint, request, reply, actor, payload);
            return payload;
          },
        }
      : {}),
  };
  if (endpoint.formPicture !== undefined)
    acceptForms(app.http, { maxBytes: PICTURE_FILE_BYTES, field: endpoint.formPicture }, (scope) =>
      scope.route(options),
    );
  else if (upload === 'form')
    acceptForms(app.http, { maxBytes: maxBytes ?? 0 }, (scope) => scope.route(options));
  else if (upload === 'pdf') acceptStreams(app.http, 'application/pdf', (scope) => scope.route(options));
  else app.http.route(options);
}

/** Delays refusals: each is cheap, but a client that retries without pauses would block others. */
const REFUSAL_MS = 500;

async function countOrPause(limits: readonly UserThrottle[], userId: number, now: Date): Promise<void> {
  try {
    for (const limit of limits) limit.count(userId, now);
  } catch (error) {
    await delay(REFUSAL_MS);
    throw error;
  }
}
