import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

const DISCARD_MS = 30_000;
/** At most this many bodies are read to their end at once; beyond it, connections are closed to save memory. */
const MAX_AT_ONCE = 32;
let discardingCount = 0;

/**
 * Reads and discards the rest of a body, for half a minute at most: a browser reads the answer only after sending
 * everything. Call it before the answer is sent.
 */
export function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return void raw.unpipe().resume();
  if (discardingCount >= MAX_AT_ONCE) return void reply.header('connection', 'close');
  discardingCount += 1;
  // A proxy that asked for the connection to be closed would be cut off while it is still sending, and lose the answer.
  reply.raw.shouldKeepAlive = true;
  raw.unpipe().resume();
  const timeout = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  finished(raw, { writable: false }, () => {
    discardingCount -= 1;
    clearTimeout(timeout);
  });
}
