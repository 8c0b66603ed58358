import type { Socket } from 'node:net';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { discardRest } from './discard-rest.ts';

/** A file as it arrives. `name` is the sent file name, empty when missing. */
export interface UploadedPart {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

type FileStream = MultipartFile['file'];

/** A form with one file in the field `file`; other fields are ignored. */
export interface FormUpload {
  /**
   * Reads the whole form and passes the file to `consume`, unless it has more bytes than `maxBytes` or the endpoint
   * allows. Undo the result of `consume` when this throws: the part after the file may be malformed. Throws
   * `request.invalid`, `request.malformed`, `request.timeout`, `file.too_large`.
   */
  file: <T>(consume: (file: UploadedPart) => Promise<T>, maxBytes?: number) => Promise<T>;
}

/** Allowance for everything around the file: boundaries, names, a few fields. */
const MAX_FRAME_BYTES = 64 * 1024;
/** A sender is cut off below 10 KB/s after half a minute, and after ten minutes in any case. */
const PACE_CHECK_MS = 10_000;
const MIN_BYTES_PER_CHECK = 100 * 1024;
const MIN_CHECKS = 3;
const MAX_CHECKS = 60;

const receivingSockets = new WeakSet<Socket>();

/** Whether the connection is receiving a form, which has its own time limit. */
export const isReceivingForm = (socket: Socket) => receivingSockets.has(socket);

/**
 * Lets the routes added by `register` accept forms with a file of up to `maxBytes` in `field`, with or without a
 * file name; other routes reject such bodies.
 */
export function acceptForms(
  http: FastifyInstance,
  { maxBytes, field = 'file' }: { maxBytes: number; field?: string | undefined },
  register: (scope: FastifyInstance) => void,
): void {
  void http.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      isPartAFile: (name, type, fileName) =>
        name === field || fileName !== undefined || type === 'application/octet-stream',
      limits: { files: 1, fields: 10, parts: 12, fieldSize: 4096, headerPairs: 20, fileSize: maxBytes },
    });
    // A browser reads the response only after sending everything, so the rest of the body is read, within limits, and
    // discarded.
    scope.addHook('onSend', async (request, reply, payload) => {
      if (isTooLong(request, maxBytes)) void reply.header('connection', 'close');
      else discardRest(request, reply);
      return payload;
    });
    register(scope);
  });
}

/** A body of unknown or excessive length is not read to its end after a failure. */
const isTooLong = ({ headers }: FastifyRequest, maxBytes: number) =>
  headers['content-length'] === undefined || Number(headers['content-length']) > maxBytes + MAX_FRAME_BYTES;

/** The form in the request. Throws `request.media_type` for any other body. */
export function receiveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
  field = 'file',
): FormUpload {
  if (!request.isMultipart()) {
    throw new AppError('request.media_type', { msg: '请以表单（multipart/form-data）上传文件' });
  }
  return {
    async file(consume, limit = maxBytes) {
      if (request.headers['content-length'] !== undefined && isTooLong(request, limit))
        throw new AppError('file.too_large');
      const { socket } = request.raw;
      receivingSockets.add(socket);
      const pace = watchPace(request);
      const connection = watchConnection(socket);
      try {
        return await readForm(
          request.parts()[Symbol.asyncIterator](),
          pace,
          connection.closed,
          field,
          (part) => consume({ ...part, bytes: limitBytes(limit, part.bytes) }),
        );
      } catch (error) {
        if (pace.isTooSlow()) void reply.header('connection', 'close');
        throw error;
      } finally {
        pace.stop();
        connection.stop();
        receivingSockets.delete(socket);
      }
    },
  };
}

async function readForm<T>(
  parts: ReturnType<FastifyRequest['parts']>,
  pace: Pace,
  closed: Promise<never>,
  field: string,
  consume: (file: UploadedPart) => Promise<T>,
): Promise<T> {
  let consumed: { result: T } | undefined;
  for (;;) {
    const next: IteratorResult<Multipart, undefined> = await Promise.race([
      parts.next().catch(refuse),
      closed,
    ]);
    if (next.done === true) break;
    const part = next.value;
    if (part.type !== 'file') continue;
    const { file, filename, fieldname } = part;
    try {
      if (fieldname !== field)
        throw new AppError('request.invalid', { fields: { [fieldname]: '不支持的字段' } });
      pace.follow(file);
      consumed = { result: await consume({ name: filename ?? '', bytes: bytesOf(file) }) };
    } catch (error) {
      file.destroy();
      throw error;
    }
  }
  if (!consumed) throw new AppError('request.invalid', { fields: { [field]: '请选择文件' } });
  return consumed.result;
}

/** Translates the parser's errors for malformed or truncated forms. */
function refuse(cause: unknown): never {
  const isSecondFile = cause instanceof Error && 'code' in cause && cause.code === 'FST_FILES_LIMIT';
  if (isSecondFile)
    throw new AppError('request.invalid', { fields: { file: '一次只能上传一个文件' }, cause });
  throw new AppError('request.malformed', { cause });
}

async function* bytesOf(file: FileStream): AsyncGenerator<Buffer> {
  file.once('limit', () => file.destroy(new AppError('file.too_large')));
  try {
    for await (const chunk of file) yield chunk as Buffer;
    // The file was truncated before a listener was attached.
    if (file.truncated) throw new AppError('file.too_large');
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.malformed', { cause });
  }
}

async function* limitBytes(maxBytes: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new AppError('file.too_large');
    yield chunk;
  }
}

interface Pace {
  /** Sets the stream to destroy when the sender is too slow. */
  follow: (file: FileStream) => void;
  isTooSlow: () => boolean;
  stop: () => void;
}

/**
 * Rejects `closed` once the connection is closed: if the connection breaks before the parser listens, the parser waits
 * forever.
 */
function watchConnection(socket: Socket) {
  let stop = () => undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new AppError('request.malformed'));
    if (socket.destroyed) return fail();
    socket.once('close', fail);
    stop = () => void socket.off('close', fail);
  });
  closed.catch(() => undefined);
  return { closed, stop };
}

function watchPace({ raw }: FastifyRequest): Pace {
  let current: FileStream | undefined;
  const bytesBefore = raw.socket.bytesRead;
  let checks = 0;
  let isTooSlow = false;
  const timer = setInterval(() => {
    checks += 1;
    const bytes = raw.socket.bytesRead - bytesBefore;
    isTooSlow = checks > MAX_CHECKS || (checks >= MIN_CHECKS && bytes < checks * MIN_BYTES_PER_CHECK);
    if (!isTooSlow) return;
    const reason = new AppError('request.timeout');
    if (current) current.destroy(reason);
    else raw.destroy(reason);
  }, PACE_CHECK_MS);
  return {
    follow: (file) => void (current = file),
    isTooSlow: () => isTooSlow,
    stop: () => clearInterval(timer),
  };
}
