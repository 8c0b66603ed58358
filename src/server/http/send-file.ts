import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from './table-file.ts';

/** An answer that is a file of the file store. */
export interface StoredFile {
  /** As the browser saves it. */
  name: string;
  type: string;
  size?: number;
  body: Readable;
  /** May be shown in a page: a picture that we drew ourselves. */
  isInline?: boolean;
}

/** A reader that takes nothing for so long is given up. */
const STALLED_MS = 60_000;

/**
 * Answers a file: to be saved, not shown, unless we made the picture ourselves; whatever it holds, it runs nothing and
 * loads nothing.
 */
export function sendFile(reply: FastifyReply, file: FileAnswer | StoredFile): FastifyReply {
  const { name, type, body } = file;
  const isInline = 'isInline' in file && file.isInline === true;
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  if ('size' in file && file.size !== undefined) void reply.header('content-length', file.size);
  return reply
    .headers({
      'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .type(type)
    .serializer((whole: string) => whole)
    .send(body);
}

/** As RFC 8187 has it: what `encodeURIComponent` leaves as it is, too. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
