import type { PlaceKind, SharedPlaces } from '#server/db/shared-places.ts';
import { AppError } from '#server/http/app-error.ts';

export type TakePlace = (userId: number) => Promise<() => void>;

/**
 * So many of a kind each user has under way at once, on all servers together. Whoever takes a place gets the function that
 * gives it back, for which once is enough; without one left, `request.throttled` with this sentence.
 */
export const userPlaces =
  (places: SharedPlaces, kind: PlaceKind, atOnce: number, msg?: string): TakePlace =>
  async (userId) => {
    const leave = await places.take(kind, userId, atOnce);
    if (!leave) throw new AppError('request.throttled', { ...(msg ? { msg } : {}), retryAfterSeconds: 2 });
    return leave;
  };
