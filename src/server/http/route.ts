import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  API_BASE,
  type BodyOf,
  type DataOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '#contract/endpoint.ts';
import { isFilter } from '#contract/paging.ts';
import { assertAccess, type AccessService } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { OperationLog } from '#server/modules/logs/operation-log.ts';
import type { AddressThrottle, Origin } from '#server/fairness/address-throttle.ts';
import type { FairSemaphore } from '#server/fairness/fair-semaphore.ts';
import { generatedFiles } from '#server/fairness/limits.ts';
import { ownerOf } from '#server/fairness/owner-of.ts';
import { AppError } from './app-error.ts';
import { success } from './envelope.ts';
import { sendEvents, type StreamAnswer } from './event-stream.ts';
import { acceptForms, receiveForm, type FormUpload } from './form-upload.ts';
import { responseSchema } from './response-schema.ts';
import { recordOperation } from './record-operation.ts';
import { acceptStreams, receiveStream, type StreamedBody } from './streamed-body.ts';
import { sendFile, type StoredFile } from './send-file.ts';
import type { FileAnswer, TableFormat } from './table-file.ts';
import { hasPermission } from '#domain/permissions.ts';
import { createRevisionCache } from './revision-cache.ts';
import { parsePart } from './validation.ts';

export type Clock = () => Date;

/** What every route needs: the HTTP server and the services used by each call. */
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

/** An uploaded table; its format follows from its media type. */
export interface Upload {
  format: TableFormat;
  bytes: Buffer;
}

/** The possible bodies other than JSON. */
interface Uploads {
  table: Upload;
  pdf: StreamedBody;
  form: FormUpload;
}
type UploadKind = keyof Uploads;

/** A call as the handler receives it: validated, and with its caller unless the endpoint is public. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: E extends { upload: infer U extends UploadKind } ? Uploads[U] : BodyOf<E>;
  session: E['permission'] extends 'public' ? undefined : Caller;
  /** The `Idempotency-Key`, for endpoints that require one. */
  key: E extends { idempotent: true } ? string : undefined;
  now: Date;
  ip: string;
  userAgent: string;
  /** Records what changed for the operation log; never a secret. */
  note: (changes: Record<string, unknown>) => void;
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

/** Checks before the body of a request is read. */
export interface Guard {
  /** Limits the requests of an address. With a semaphore the handler counts, so that a flood costs no query. */
  throttle?: AddressThrottle;
  /** Bounds heavy work: further requests wait or are refused. `generatedFiles` by default for generated files. */
  semaphore?: FairSemaphore;
}

/** Without a session bodies are small: a sign-in, a registration. */
export const PUBLIC_BODY_BYTES = 16 * 1024;

/** A picture in a form; in JSON it takes a third more. */
const PICTURE_FILE_BYTES = 400 * 1024;

const idempotencyKey = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * Registers an endpoint. The caller is authenticated and authorised before the body is read; every write attempt of a
 * signed-in user is in the operation log.
 */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: Handler<E>,
  { throttle, semaphore = endpoint.answer === 'file' ? generatedFiles : undefined }: Guard = {},
): void {
  const isPublic = endpoint.permission === 'public';
  const isWrite = endpoint.method !== 'GET' && !endpoint.readOnly && !isPublic;
  const cache = endpoint.revision ? createRevisionCache() : undefined;

  const { maxBytes, upload } = endpoint;
  // Forms and streams are read by their handlers, not buffered in memory.
  const isStreamed = upload === 'form' || upload === 'pdf';
  const bodyLimit = isStreamed ? undefined : (maxBytes ?? (isPublic ? PUBLIC_BODY_BYTES : undefined));
  // A session's own actions (sign out, read notifications) stay possible on a full disk.
  const isAddition =
    isWrite && endpoint.method === 'POST' && (upload !== undefined || endpoint.permission !== 'session');

  const options: RouteOptions = {
    method: endpoint.method,
    url: API_BASE + endpoint.path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: endpoint.answer ? {} : { response: { 200: responseSchema(endpoint) } },
    config: { isUncounted: endpoint.answer === 'stream' || isStreamed },
    async onRequest(request) {
      const origin = originOf(request, app.clock());
      throttle?.refuse(origin);
      if (isPublic) {
        semaphore?.refuseWhenFull(ownerOf(request));
        if (throttle && !semaphore) await throttle.count(origin);
        return;
      }
      const caller = await app.access.identify(request.headers.authorization, app.clock());
      request.setDecorator('caller', caller);
      assertAccess(caller, endpoint);
      if (isAddition && !(await app.hasDiskSpace())) throw new AppError('storage.full');
    },
    async handler(request, reply) {
      const caller = callerOf(request);
      const sent = await readPictureForm(endpoint, request, reply);
      const call = readCall(app, endpoint, request, reply, caller, sent);
      const run = () => (semaphore ? semaphore.run(ownerOf(request), () => handle(call)) : handle(call));
      if (cache && caller) {
        const etag = etagOf(app.version, endpoint, caller, call.query);
        void reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (request.headers['if-none-match']?.includes(etag)) return sendNotModified(reply);
        const tail = await cache.get(caller.catalogueRevision, etag, async () => {
          const body = success(endpoint, '', await run());
          return Buffer.from(String(reply.serializeInput(body, '200')).slice('{"requestId":""'.length));
        });
        return sendJson(
          reply,
          Buffer.concat([Buffer.from(`{"requestId":${JSON.stringify(request.id)}`), tail]),
        );
      }
      if (endpoint.answer === 'file') {
        const file: Answer<Endpoint> = await run();
        return sendFile(reply, file as FileAnswer);
      }
      if (endpoint.answer === 'stored') {
        const file: Answer<Endpoint> = await run();
        return sendFile(reply, file as StoredFile);
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
            const caller = callerOf(request);
            if (caller) await recordOperation(app.operationLog, endpoint, request, reply, caller, payload);
            return payload;
          },
        }
      : {}),
  };
  if (endpoint.formPicture !== undefined)
    acceptForms(app.http, PICTURE_FILE_BYTES, (scope) => scope.route(options));
  else if (upload === 'form') acceptForms(app.http, maxBytes ?? 0, (scope) => scope.route(options));
  else if (upload === 'pdf') acceptStreams(app.http, 'application/pdf', (scope) => scope.route(options));
  else app.http.route(options);
}

const originOf = (request: FastifyRequest, now: Date): Origin => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  now,
});

function callerOf(request: FastifyRequest): Caller | undefined {
  return request.getDecorator<Caller | null>('caller') ?? undefined;
}

function readCall<E extends Endpoint>(
  app: App,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  sent: unknown,
): Call<E> {
  const key = endpoint.idempotent ? readKey(request) : undefined;
  const call = {
    params: endpoint.params ? parsePart(endpoint.params, request.params) : undefined,
    query: endpoint.query
      ? parsePart(endpoint.query, {
          ...lastEvent(endpoint, request),
          ...withoutEmptyFilters(endpoint, request.query),
        })
      : refuseQuery(request.query),
    body: readBody(endpoint, request, reply, sent),
    session: caller,
    key,
    ...originOf(request, app.clock()),
    note: (changes: Record<string, unknown>) => request.setDecorator('changes', changes),
  };
  return call as Call<E>;
}

/** The picture of a form as the JSON body has it; the body of any other request. */
async function readPictureForm(
  { formPicture }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (formPicture === undefined || !request.isMultipart()) return request.body;
  const form = receiveForm(request, reply, PICTURE_FILE_BYTES, formPicture);
  const bytes = await form.file(async (file) => {
    const chunks: Buffer[] = [];
    for await (const chunk of file.bytes) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  // The bytes decide; what the sender declares is not looked at.
  const type = bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ? 'jpeg' : 'png';
  return { image: `data:image/${type};base64,${bytes.toString('base64')}` };
}

function readBody(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, body: unknown): unknown {
  const { upload, maxBytes = 0 } = endpoint;
  if (upload === 'form') return receiveForm(request, reply, maxBytes);
  if (upload === 'pdf') return receiveStream(request, reply, maxBytes);
  if (isTable(body) !== (upload === 'table')) throw new AppError('request.media_type');
  if (upload) return body;
  if (!endpoint.body) return undefined;
  const sent = body ?? {};
  return parsePart(endpoint.body, endpoint.reads ? endpoint.reads(sent) : sent);
}

const withoutEmptyFilters = (endpoint: Endpoint, query: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      ([name, value]) => value !== '' || !isFilter(endpoint, name),
    ),
  );

/** The `Last-Event-ID` of a reconnecting stream as a query parameter. */
function lastEvent(endpoint: Endpoint, { headers }: FastifyRequest): { since?: unknown } {
  const since = headers['last-event-id'];
  return endpoint.answer === 'stream' && since !== undefined ? { since } : {};
}

/** Whether the body is an uploaded table: the values of JSON are never buffers. */
const isTable = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes);

function refuseQuery(query: unknown): undefined {
  const [unknown] = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  if (unknown !== undefined) throw new AppError('request.invalid', { fields: { [unknown]: '不支持的字段' } });
  return undefined;
}

function readKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) throw new AppError('idempotency.missing');
  if (typeof key !== 'string' || !idempotencyKey.test(key)) {
    throw new AppError('idempotency.missing', { msg: 'Idempotency-Key 应为 16 到 64 个字母、数字、- 或 _' });
  }
  return key;
}

/** Those who edit see internal notes and drafts. */
const catalogueEdits = ['mfr:material:edit', 'mfr:process:edit'] as const;

/**
 * Identifies everything the answer depends on: software version, revision, department with its ancestors, what the
 * caller edits, query.
 */
function etagOf(version: string, endpoint: Endpoint, caller: Caller, query: unknown): string {
  const { deptPath, permissions } = caller.grant;
  const edits = catalogueEdits.map((code) => hasPermission(permissions, code));
  const input = JSON.stringify([version, endpoint.path, deptPath, edits, query]);
  return `"${caller.catalogueRevision}-${createHash('sha1').update(input).digest('base64url').slice(0, 16)}"`;
}

function sendNotModified(reply: FastifyReply) {
  return reply.code(304).send();
}

function sendJson(reply: FastifyReply, json: Buffer) {
  return reply.type('application/json; charset=utf-8').send(json);
}
