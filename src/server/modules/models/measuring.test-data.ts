import { sql } from 'drizzle-orm';
import { startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import { giveUpModel, measureModel } from './measure-models.service.ts';
import { startModelShop, type ModelShop } from './model-shop.test-data.ts';

/** A shop of models whose queue is worked on once started. */
export interface Measuring {
  shop: ModelShop;
  /** Resolves with the failures that are to come. */
  start: (cpuMs?: number) => Promise<string[]>;
  stop: () => Promise<void>;
  /** Stops, and forgets all jobs. */
  clear: () => Promise<void>;
}

export async function startMeasuringShop(): Promise<Measuring> {
  const shop = await startModelShop();
  const { app, store } = shop;
  const queues: JobQueue[] = [];
  const stop = async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  };
  return {
    shop,
    async start(cpuMs = 120_000) {
      const failures: string[] = [];
      const onError = (error: unknown) => void failures.push(String(error));
      const queue = await startJobQueue(app.database.pool, onError, { maintenanceS: 1, pollMs: 50 });
      queues.push(queue);
      const onCrash = (words: string) => void failures.push(words);
      queue.work('measure-model', (job) =>
        measureModel({ database: app.database, store, onCrash, cpuMs }, job),
      );
      queue.work('give-up-model', (job) => giveUpModel({ database: app.database }, job));
      return failures;
    },
    stop,
    async clear() {
      await stop();
      await app.database.db.execute(sql`truncate pgboss.job`);
    },
  };
}
