import type { FastifyRequest } from 'fastify';
import type { Caller } from '#server/modules/access/caller.ts';
import { addressKey } from './address-key.ts';
import type { Owner } from './fair-semaphore.ts';

/** The owner of a request's permits and event-loop turns: its user or, without a session, its address. */
export function ownerOf(request: FastifyRequest): Owner {
  const caller = request.getDecorator<Caller | null>('caller');
  return caller ? `user/${caller.userId}` : `address/${addressKey(request.ip)}`;
}
