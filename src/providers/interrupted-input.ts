import { getToken, subscribe } from './session/session-store.ts';

/** Whose input it is, and where it was typed. */
interface Place {
  userId: number;
  name: string;
}

/**
 * Keeps what a user is typing when the session ends, until a user signs in and opens the same kind of form. Only in
 * memory: it may contain a password.
 */
export function createInterruptedInput<T>() {
  let kept: (Place & { input: T }) | undefined;
  return {
    /** What the same user typed at the same place. */
    find: ({ userId, name }: Place): T | undefined =>
      kept?.userId === userId && kept.name === name ? kept.input : undefined,
    /**
     * Drops the stored input if a user is signed in. From now on stores what `read` returns when the session ends; undefined: nothing.
     * Returns a function that stops.
     */
    follow: (place: Place, read: () => T | undefined): (() => void) => {
      // A page that renders again after the session has ended follows again, without a user.
      if (getToken() !== null) kept = undefined;
      return subscribe(() => {
        if (getToken() !== null) return;
        const input = read();
        if (input !== undefined) kept = { ...place, input };
      });
    },
  };
}

export type InterruptedInput<T> = ReturnType<typeof createInterruptedInput<T>>;
