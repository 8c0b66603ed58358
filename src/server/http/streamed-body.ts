import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { discardRest } from './discard-rest.ts';

/** A body that its handler reads as it arrives; none of it is stored. */
export interface StreamedBody {
  /** Throws `request.too_large`, and `request.timeout` for a sender that is too slow. */
  chunks: () => AsyncGenerator<Buffer>;
}

const CHECK_MS = 500;
/** The longest pause that a sender may make. */
const STALL_MS = 5_000;
/** The lowest average pace, with some allowance for the start. Node ends every request after 30 s in any case. */
const START_MS = 3_000;
const MIN_BYTES_PER_S = 20 * 1024;

/** Lets the routes added by `register` take bodies of this media type as a stream; they reject other types unread. */
export function acceptStreams(
  http: FastifyInstance,
  type: string,
  register: (scope: FastifyInstance) => void,
): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
    scope.addHook('onSend', async (request, reply, payload) => {
      if (reply.getHeader('connection') !== 'close') discardRest(request, reply);
      return payload;
    });
    register(scope);
  });
}

/** The body of a request to an `acceptStreams` route. Throws `request.media_type` if absent, or `request.too_large`. */
export function receiveStream(request: FastifyRequest, reply: FastifyReply, maxBytes: number): StreamedBody {
  const { body, headers } = request;
  if (!(body instanceof Readable)) throw new AppError('request.media_type');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new AppError('request.too_large');
  return {
    async *chunks() {
      const pace = watchPace();
      // A reader that stops early leaves the rest to `discardRest`.
      const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
      let bytes = 0;
      try {
        for (;;) {
          const { done, value } = await Promise.race([parts.next(), pace.tooSlow]);
          if (done === true) return;
          bytes += value.length;
          if (bytes > maxBytes) throw new AppError('request.too_large');
          pace.update(bytes);
          yield value;
        }
      } catch (error) {
        // The rest is not read: the connection ends with the answer.
        void reply.header('connection', 'close');
        throw error instanceof AppError ? error : new AppError('request.malformed', { cause: error });
      } finally {
        pace.stop();
        // Not awaited: it waits for a stalled sender.
        void parts.return?.();
      }
    },
  };
}

function watchPace() {
  const startedAt = performance.now();
  let last = { bytes: 0, at: startedAt };
  let stop = () => undefined as void;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const allowedMs = START_MS + (last.bytes / MIN_BYTES_PER_S) * 1_000;
      if (now - last.at > STALL_MS || now - startedAt > allowedMs) reject(new AppError('request.timeout'));
    }, CHECK_MS);
    stop = () => clearInterval(timer);
  });
  tooSlow.catch(() => undefined);
  return {
    tooSlow,
    stop: () => stop(),
    update: (bytes: number) => void (last = { bytes, at: performance.now() }),
  };
}
