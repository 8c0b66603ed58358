import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '#server/tables/table-file.ts';

/** An answer from the file store. */
export interface StoredFile {
  /** The name under which the browser saves it. */
  name: string;
  type: string;
  size?: number;
  body: Readable;
  /** May be displayed in a page: only for pictures drawn by the server. */
  isInline?: boolean;
}

/** A client that accepts no bytes for this long is disconnected. */
const STALLED_MS = 60_000;

/**
 * Answers a file as a download, except for pictures drawn by the server; the policy forbids scripts and requests in
 * any case.
 */
export function sendFile(reply: FastifyReply, file: FileAnswer | StoredFile): FastifyReply {
  const { name, type, body } = file;
  const isInline = 'isInline' in file && file.isInline === true;
  // Fastify reads the whole body of a HEAD request and throws it away.
  if (reply.request.method === 'HEAD' && body instanceof Readable) body.destroy();
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  if ('size' in file && file.size !== undefined) void reply.header('content-length', file.size);
  return reply
    .headers({
      'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeFileName(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .type(type)
    .serializer((payload: string) => payload)
    .send(body);
}

/** RFC 8187 also reserves the characters that `encodeURIComponent` leaves unescaped. */
const encodeFileName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
