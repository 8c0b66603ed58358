import type pg from 'pg';
import PgBoss from 'pg-boss';
import { jobEntries, LEASE_S } from './job-kinds.ts';

/**
 * Creates or migrates the queue's schema `pgboss`, and its kinds of jobs. The caller holds the migration lock; each
 * migration of the queue is one transaction.
 */
export async function installQueue(client: pg.ClientBase): Promise<void> {
  const db: PgBoss.Db = { executeSql: (text, values) => client.query(text, values) };
  const boss = new PgBoss({ db, supervise: false, schedule: false });
  await boss.start();
  for (const [name, { retries, retryDelayS, afterLast }] of jobEntries) {
    const options: PgBoss.Queue = {
      name,
      // At most one waiting job for each singleton key.
      policy: 'short',
      expireInSeconds: LEASE_S,
      retryLimit: retries,
      retryDelay: retryDelayS,
      retryBackoff: true,
      ...(afterLast === undefined ? {} : { deadLetter: afterLast }),
    };
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.stop({ graceful: false });
}
