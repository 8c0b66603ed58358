import type { Database } from '#server/db/database.ts';
import { operationLogs } from '#server/db/schema.ts';

export type OperationLogRow = typeof operationLogs.$inferInsert;

export interface OperationLog {
  /**
   * Writes a row; resolves when it stands, when that failed and was reported, or after a second if the database is
   * slower than that: a log never blocks its subject.
   */
  write(row: OperationLogRow): Promise<void>;
}

const MAX_BATCH = 200;
const MAX_WAIT_MS = 1_000;

/**
 * Collects rows while the last batch is being written and writes them together. The batch does not wait for the disk
 * (`synchronous_commit` off): a row survives the death of this process, and a database crash loses at most its last
 * fraction of a second; the orders themselves are always flushed.
 */
export function createOperationLog({ db }: Database, onError: (error: unknown) => void): OperationLog {
  let waiting: { row: OperationLogRow; done: () => void }[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await db.transaction(async (tx) => {
          await tx.execute('set local synchronous_commit = off');
          await tx.insert(operationLogs).values(batch.map(({ row }) => row));
        });
      } catch (error) {
        onError(error);
      }
      for (const { done } of batch) done();
    }
    isWriting = false;
  }

  return {
    write(row) {
      return new Promise((resolve) => {
        const patience = setTimeout(resolve, MAX_WAIT_MS);
        const done = () => {
          clearTimeout(patience);
          resolve();
        };
        waiting.push({ row, done });
        if (!isWriting) void drain();
      });
    },
  };
}
