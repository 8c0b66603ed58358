import { openDatabase } from '#server/db/database.ts';
import { createTestDatabase } from '#tests/support/app/test-database.ts';
import { readJobFigures } from './job-figures.queries.ts';
import { sendJob, startJobQueue, type Job, type JobQueue } from './job-queue.ts';

// The kinds of the product: these tests add jobs of their own to them.
export const kind = 'archive-missed';
export const keyOf = ({ data }: Job) => (data as { key: string }).key;

/** The database with job queues that a test starts. */
export async function startQueues() {
  const queues: JobQueue[] = [];
  const errors: unknown[] = [];

  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.url, 8, () => undefined);

  const stopQueues = async (): Promise<void> => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  };

  /** A process that works on the queue. */
  async function open(leaseS = 60): Promise<JobQueue> {
    const onError = (error: unknown) => void errors.push(error);
    const queue = await startJobQueue(database.pool, onError, { maintenanceS: 1, leaseS, pollMs: 50 });
    queues.push(queue);
    return queue;
  }
  const send = (key: string, more = {}) => sendJob(database.db, kind, { key }, { key, ...more });
  const figuresOf = async (name: string) =>
    (await readJobFigures(database.db)).find((figures) => figures.name === name)!;
  return { testDatabase, database, errors, open, send, figuresOf, stopQueues };
}
