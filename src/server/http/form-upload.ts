import type { Socket } from 'node:net';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** A file as it arrives. Its name is what the sender says, empty when it says nothing. */
export interface SentFile {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

type FileStream = MultipartFile['file'];

/** A form with one file in the field `file`; its other fields are passed over. */
export interface SentForm {
  /**
   * Reads the form to its end and gives the file to `take`, whose result must be undone when this throws: what comes
   * after the file may be wrong. Throws `request.invalid`, `request.malformed`, `request.timeout`, `file.too_large`.
   */
  file: <T>(take: (file: SentFile) => Promise<T>) => Promise<T>;
}

/** What a form adds to its file: boundaries, names, a few fields. */
const MAX_FRAME_BYTES = 64 * 1024;
/** Slower than 10 KB a second after half a minute, or longer than ten minutes: given up. */
const PACE_CHECK_MS = 10_000;
const MIN_BYTES_A_CHECK = 100 * 1024;
const MIN_CHECKS = 3;
const MAX_CHECKS = 60;
const REST_MS = 30_000;

/** Connections on which a form is being read: it has its own limit of time. */
const receiving = new WeakSet<Socket>();

/** Whether a form arrives on this connection, so that the limit of time of other requests is not for it. */
export const isReceivingForm = (socket: Socket) => receiving.has(socket);

/** Lets the routes that `register` adds take forms with a file of up to `maxBytes`; others know no such body. */
export function acceptForms(
  http: FastifyInstance,
  maxBytes: number,
  register: (scope: FastifyInstance) => void,
): void {
  void http.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { files: 1, fields: 10, parts: 12, fieldSize: 4096, headerPairs: 20, fileSize: maxBytes },
    });
    // A browser hears our answer only when it has sent everything: what is left is read, within reason, and dropped.
    scope.addHook('onSend', async (request, reply, payload) => {
      if (isTooLong(request, maxBytes)) void reply.header('connection', 'close');
      else dropRest(request);
      return payload;
    });
    register(scope);
  });
}

/** Reads what is left of a form to its end, for half a minute at most. */
function dropRest({ raw }: FastifyRequest): void {
  raw.unpipe().resume();
  if (raw.complete) return;
  const late = setTimeout(() => raw.destroy(), REST_MS).unref();
  raw.once('close', () => clearTimeout(late));
}

/** A body that says how long it is and is not too long may be read to its end whatever comes of it. */
const isTooLong = ({ headers }: FastifyRequest, maxBytes: number) =>
  headers['content-length'] === undefined || Number(headers['content-length']) > maxBytes + MAX_FRAME_BYTES;

/** The form that a request carries. Throws `request.media_type` when it carries something else. */
export function formOf(request: FastifyRequest, reply: FastifyReply, maxBytes: number): SentForm {
  if (!request.isMultipart()) {
    throw new AppError('request.media_type', { msg: '请以表单（multipart/form-data）上传文件' });
  }
  return {
    async file(take) {
      if (request.headers['content-length'] !== undefined && isTooLong(request, maxBytes))
        throw new AppError('file.too_large');
      const { socket } = request.raw;
      receiving.add(socket);
      const pace = watchPace(request);
      const loss = watchLoss(socket);
      try {
        return await readForm(request.parts()[Symbol.asyncIterator](), pace, loss, take);
      } catch (error) {
        if (pace.isTooSlow()) void reply.header('connection', 'close');
        throw error;
      } finally {
        pace.stop();
        loss.stop();
        receiving.delete(socket);
      }
    },
  };
}

async function readForm<T>(
  parts: ReturnType<FastifyRequest['parts']>,
  pace: Pace,
  loss: Loss,
  take: (file: SentFile) => Promise<T>,
): Promise<T> {
  let taken: { result: T } | undefined;
  for (;;) {
    const next: IteratorResult<Multipart, undefined> = await Promise.race([
      parts.next().catch(refuse),
      loss.lost,
    ]);
    if (next.done === true) break;
    const part = next.value;
    if (part.type !== 'file') continue;
    const { file, filename, fieldname } = part;
    try {
      if (fieldname !== 'file')
        throw new AppError('request.invalid', { fields: { [fieldname]: '不支持的字段' } });
      pace.follow(file);
      taken = { result: await take({ name: filename ?? '', bytes: bytesOf(file) }) };
    } catch (error) {
      file.destroy();
      throw error;
    }
  }
  if (!taken) throw new AppError('request.invalid', { fields: { file: '请选择文件' } });
  return taken.result;
}

/** The parser's words for a form that is none, or was cut off. */
function refuse(cause: unknown): never {
  const isSecond = cause instanceof Error && 'code' in cause && cause.code === 'FST_FILES_LIMIT';
  if (isSecond) throw new AppError('request.invalid', { fields: { file: '一次只能上传一个文件' }, cause });
  throw new AppError('request.malformed', { cause });
}

async function* bytesOf(file: FileStream): AsyncGenerator<Buffer> {
  file.once('limit', () => file.destroy(new AppError('file.too_large')));
  try {
    for await (const chunk of file) yield chunk as Buffer;
    // Cut off before anybody listened.
    if (file.truncated) throw new AppError('file.too_large');
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.malformed', { cause });
  }
}

interface Pace {
  /** What is given up when the sender is too slow. */
  follow: (file: FileStream) => void;
  isTooSlow: () => boolean;
  stop: () => void;
}

interface Loss {
  /** Rejects once nothing more can come. */
  lost: Promise<never>;
  stop: () => void;
}

/** The parser waits for ever for a connection that broke before it listened. */
function watchLoss(socket: Socket): Loss {
  let stop = () => undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    const lose = () => reject(new AppError('request.malformed'));
    if (socket.destroyed) return lose();
    socket.once('close', lose);
    stop = () => void socket.off('close', lose);
  });
  lost.catch(() => undefined);
  return { lost, stop };
}

function watchPace({ raw }: FastifyRequest): Pace {
  let current: FileStream | undefined;
  const before = raw.socket.bytesRead;
  let checks = 0;
  let isTooSlow = false;
  const timer = setInterval(() => {
    checks += 1;
    const bytes = raw.socket.bytesRead - before;
    isTooSlow = checks > MAX_CHECKS || (checks >= MIN_CHECKS && bytes < checks * MIN_BYTES_A_CHECK);
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
