import { getToken, subscribe } from './session/session-store.ts';

/** Identifies input by user and form. */
interface InputKey {
  userId: number;
  name: string;
}

/**
 * Preserves unsaved input when the session ends, until a user opens the same kind of form again. In memory
 * only: it may contain a password.
 */
export function createInterruptedInput<T>() {
  let saved: (InputKey & { input: T }) | undefined;
  return {
    /** The preserved input of this user in this form. */
    find: ({ userId, name }: InputKey): T | undefined =>
      saved?.userId === userId && saved.name === name ? saved.input : undefined,
    /**
     * Drops preserved input if a user is signed in, and preserves what `read` returns when the session ends (nothing if
     * undefined). Returns a function that unsubscribes.
     */
    follow: (key: InputKey, read: () => T | undefined): (() => void) => {
      // Without a token this is a page that re-renders after the session has ended: keep its input.
      if (getToken() !== null) saved = undefined;
      return subscribe(() => {
        if (getToken() !== null) return;
        const input = read();
        if (input !== undefined) saved = { ...key, input };
      });
    },
  };
}

export type InterruptedInput<T> = ReturnType<typeof createInterruptedInput<T>>;
