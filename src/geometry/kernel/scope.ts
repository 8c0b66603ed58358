/** An object of the kernel, which garbage collection does not reach. */
export interface Disposable {
  delete: () => void;
}

/** Registers an object to be freed at the end of the scope and returns it. */
export type Own = <T extends Disposable>(object: T) => T;

/** Runs `work` and frees what it has registered, newest first, also when it throws. */
export function scoped<T>(work: (own: Own) => T): T {
  const owned: Disposable[] = [];
  try {
    return work((object) => {
      owned.push(object);
      return object;
    });
  } finally {
    for (const object of owned.toReversed()) object.delete();
  }
}
