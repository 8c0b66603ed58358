import type { PermitKind, Permits } from '#server/db/permits.ts';
import { AppError } from '#server/http/app-error.ts';

export type TakePermit = (userId: number) => Promise<() => void>;

/**
 * Limits what a user has in progress at the same time, over all servers of a database. Resolves with the function that
 * returns the permit; further calls of it do nothing. Throws `request.throttled` with `msg` when all permits are taken.
 */
export const userPermits =
  (permits: Permits, kind: PermitKind, limit: number, msg?: string): TakePermit =>
  async (userId) => {
    const release = await permits.take(kind, userId, limit);
    if (!release) throw new AppError('request.throttled', { ...(msg ? { msg } : {}), retryAfterSeconds: 2 });
    return release;
  };
