import type { Database, Db } from './database.ts';

class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super();
    this.result = result;
  }
}

/** Runs `work` in a transaction that is rolled back, and returns its result. */
export function dryRun<T>({ db }: Pick<Database, 'db'>, work: (tx: Db) => Promise<T>): Promise<T> {
  return db
    .transaction<T>(async (tx) => {
      throw new RolledBack(await work(tx));
    })
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    });
}
