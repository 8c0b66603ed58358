import type { Database, Db } from './database.ts';

class RolledBack extends Error {
  readonly found: unknown;
  constructor(found: unknown) {
    super();
    this.found = found;
  }
}

/** Runs `work` in a transaction that is rolled back, and returns what it found out. */
export function dryRun<T>({ db }: Pick<Database, 'db'>, work: (tx: Db) => Promise<T>): Promise<T> {
  return db
    .transaction<T>(async (tx) => {
      throw new RolledBack(await work(tx));
    })
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.found as T;
      throw error;
    });
}
