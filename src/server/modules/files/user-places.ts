import { AppError } from '#server/http/app-error.ts';

/**
 * Counts what each user has under way on this server. Whoever takes a place gets the function that gives it back, for which
 * once is enough; without one left, `request.throttled` with this sentence.
 */
export function createUserPlaces(atOnce: number, msg?: string): (userId: number) => () => void {
  const taken = new Map<number, number>();
  return (userId) => {
    const before = taken.get(userId) ?? 0;
    if (before >= atOnce)
      throw new AppError('request.throttled', { ...(msg ? { msg } : {}), retryAfterSeconds: 2 });
    taken.set(userId, before + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (taken.get(userId) ?? 1) - 1;
      if (left === 0) taken.delete(userId);
      else taken.set(userId, left);
    };
  };
}
