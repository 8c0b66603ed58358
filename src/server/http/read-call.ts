import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/kernel/endpoint.ts';
import { isAbsent } from '#contract/kernel/paging.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Origin } from '#server/fairness/address-throttle.ts';
import { AppError } from './app-error.ts';
import { receiveForm, type FormUpload } from './form-upload.ts';
import { receiveStream, type StreamedBody } from './streamed-body.ts';
import type { TableFormat } from '#server/tables/table-file.ts';
import { parsePart } from './validation.ts';

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
  /** For a HEAD request. */
  isHead: boolean;
  /** Records what changed for the operation log; never a secret. */
  audit: (changes: Record<string, unknown>) => void;
  /** Names the user of a write without a session, so that the operation log has that attempt too. */
  setLogActor: (actor: Actor) => void;
}

/** The name under which an operation is logged, and the account that it is made for. */
export type Actor = Pick<Caller, 'userId' | 'username'>;

/** The size limit of a picture in a form; as base64 in JSON, a picture takes a third more. */
export const PICTURE_FILE_BYTES = 400 * 1024;

const idempotencyKey = /^[A-Za-z0-9_-]{16,64}$/;

export const originOf = (request: FastifyRequest, now: Date): Origin => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  now,
});

export function callerOf(request: FastifyRequest): Caller | undefined {
  return request.getDecorator<Caller | null>('caller') ?? undefined;
}

/** The user named in the operation log. */
export const actorOf = (request: FastifyRequest): Actor | undefined =>
  callerOf(request) ?? request.getDecorator<Actor | null>('actor') ?? undefined;

/** Reads and validates a request; throws the error of its first invalid part. */
export async function readCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<Call<E>> {
  const rawBody = await readPictureForm(endpoint, request, reply);
  const key = endpoint.idempotent ? readKey(request) : undefined;
  const call = {
    params: endpoint.params ? parsePart(endpoint.params, request.params) : undefined,
    query: endpoint.query
      ? parsePart(endpoint.query, withoutAbsent(endpoint, request.query))
      : refuseQuery(request.query),
    body: readBody(endpoint, request, reply, rawBody),
    session: callerOf(request),
    key,
    ...originOf(request, now),
    isHead: request.method === 'HEAD',
    audit: (changes: Record<string, unknown>) => request.setDecorator('changes', changes),
    setLogActor: (actor: Actor) => request.setDecorator('actor', actor),
  };
  return call as Call<E>;
}

/** The picture of a form, in the shape of the JSON body; for any other request, its body. */
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
  // The bytes decide; the declared type is ignored.
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
  const rawBody = body ?? {};
  return parsePart(endpoint.body, endpoint.convertBody ? endpoint.convertBody(rawBody) : rawBody);
}

/** Drops the parameters that count as absent, such as the empty ones of a form. */
const withoutAbsent = (endpoint: Endpoint, query: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      ([name, value]) => !isAbsent(endpoint, name, value),
    ),
  );

/** Whether the body is an uploaded table: the values of JSON are never buffers. */
const isTable = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes);

function refuseQuery(query: unknown): undefined {
  const [unknownName] = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  if (unknownName !== undefined)
    throw new AppError('request.invalid', { fields: { [unknownName]: '不支持的字段' } });
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
