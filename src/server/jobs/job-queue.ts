import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { nextHour } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';
import { jobEntries, jobKinds, LEASE_S, type JobName, type PeriodicJob } from './job-kinds.ts';

const POLL_MS = 1_000;
/** Interval for adding periodic jobs that are due; the first time is one interval after the start. */
const TICK_MS = 60_000;
/** Interval at which one of the processes finds expired leases and removes old jobs. */
const MAINTENANCE_S = 15;
/** Fraction of a lease after which it is extended. */
const HEARTBEAT = 1 / 4;
/** Fraction of a lease after which a run that could not extend it aborts, before another process gets the job. */
const LAST_HEARTBEAT = 9 / 10;
/** Longer than the longest period: a finished job of a period prevents a second one. */
const KEEP_DONE_S = 25 * 3_600;
const KEEP_FAILED_S = 7 * 86_400;

export interface Job<Data = unknown> {
  data: Data;
  /** Aborts when the server stops, the run takes too long, or another process may have the job. */
  signal: AbortSignal;
  /**
   * Completes the job in the transaction of its effect, so that both happen or neither. Throws when the lease has
   * ended: then roll back. A handler that does not call it completes the job by returning.
   */
  complete: (tx: Db) => Promise<void>;
}

export type JobHandler = (job: Job) => Promise<void>;

export interface QueueTimes {
  maintenanceS?: number;
  leaseS?: number;
  /** The pause while there is no job. */
  pollMs?: number;
}

export interface JobQueue {
  /** Runs the jobs of a kind, one at a time in this process. */
  work: (name: JobName, handle: JobHandler) => void;
  /** Adds the job once per period and runs it in one of the processes. */
  every: (name: PeriodicJob, handle: JobHandler) => void;
  /** Adds the periodic jobs that are due. Called every minute. */
  addDue: () => Promise<void>;
  /** Aborts running jobs and returns them to the queue. */
  stop: () => Promise<void>;
}

type Queryable = Pick<pg.ClientBase, 'query'>;

const executorOf = (client: Queryable): PgBoss.Db => ({
  executeSql: (text, values) => client.query(text, values),
});

/** One run of a job. Each run has its own token, so that no run mistakes another's lease for its own. */
interface Lease {
  name: JobName;
  id: string;
  token: string;
}

/**
 * Takes the next job that is due. Counts a retry unless the job was returned to the queue, which clears `started_on`.
 * The token is stored in `output`, which is unused until the job ends.
 */
async function fetchNext(
  client: Queryable,
  name: JobName,
  leaseS: number,
): Promise<{ lease: Lease; data: unknown } | undefined> {
  const { rows } = await client.query<{ id: string; token: string; data: unknown }>(
    `update pgboss.job set state = 'active', started_on = now(), expire_in = make_interval(secs => $2),
       retry_count = case when started_on is null then retry_count else retry_count + 1 end,
       output = jsonb_build_object('lease', gen_random_uuid())
     where name = $1 and id = (
       select id from pgboss.job where name = $1 and state < 'active' and start_after < now()
       order by priority desc, created_on, id limit 1 for update skip locked
     )
     returning id, output ->> 'lease' as token, data`,
    [name, leaseS],
  );
  const [job] = rows;
  return job && { lease: { name, id: job.id, token: job.token }, data: job.data };
}

const isLeased = "name = $1 and id = $2 and state = 'active' and output ->> 'lease' = $3";
const valuesOf = ({ name, id, token }: Lease) => [name, id, token];

/** Whether the lease is still valid. Locks the job, so that no other process takes it during the transaction. */
async function hasLease(client: Queryable, lease: Lease): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pgboss.job where ${isLeased} for update`,
    valuesOf(lease),
  );
  return rowCount === 1;
}

/** Resolves with false when another process has the job. */
async function extendLease(client: Queryable, lease: Lease, leaseS: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update pgboss.job set expire_in = clock_timestamp() - started_on + make_interval(secs => $4) where ${isLeased}`,
    [...valuesOf(lease), leaseS],
  );
  return rowCount === 1;
}

/** Composes statements; each call passes its own connection. */
const composer = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('a job needs a transaction')) },
  supervise: false,
  schedule: false,
});

/**
 * Adds a job in a transaction. Only one job of a kind waits per key; another one is dropped. Default: `priority` 0;
 * higher ones run first.
 */
export async function sendJob(
  tx: Db,
  name: JobName,
  data: object,
  options: { key: string; priority?: number; delayS?: number },
): Promise<void> {
  await composer.send(name, data, {
    db: executorOf(tx.$client),
    singletonKey: options.key,
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    ...(options.delayS === undefined ? {} : { startAfter: options.delayS }),
  });
}

/**
 * Whether no waiting or running job of these kinds has data that contains `data`: finds rows whose job was lost.
 * Include the kind that follows the last run (`afterLast`).
 */
export const hasNoJob = (names: readonly JobName[], data: SQL): SQL => sql`not exists (
  select from pgboss.job
  where name = any(${sql.param(names)}::text[]) and state < 'completed' and data @> ${data}
)`;

/** Starts working on an installed queue. `pool` serves only the queue, so that a flood of requests does not stop jobs. */
export async function startJobQueue(
  pool: pg.Pool,
  onError: (error: unknown, name?: JobName) => void,
  { maintenanceS = MAINTENANCE_S, leaseS = LEASE_S, pollMs = POLL_MS }: QueueTimes = {},
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => onOwnConnection(pool, text, values) },
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: maintenanceS,
    archiveCompletedAfterSeconds: KEEP_DONE_S,
    archiveFailedAfterSeconds: KEEP_FAILED_S,
    deleteAfterDays: 1,
  });
  const maintenance = reportFirstFailure(onError);
  boss.on('error', maintenance.failed);
  boss.on('maintenance', maintenance.succeeded);
  await boss.start();

  const stopping = new AbortController();
  // Each kind of job listens to this signal; Node would warn of a leak at the eleventh listener.
  setMaxListeners(2 * Object.keys(jobKinds).length, stopping.signal);
  const loops: Promise<void>[] = [];
  const periodic = new Set<PeriodicJob>();

  async function loop(name: JobName, handle: JobHandler): Promise<void> {
    const outcome = reportFirstFailure((error) => onError(error, name));
    while (!stopping.signal.aborted) {
      const hadJob = await runNext(name, handle).catch((error: unknown) => {
        outcome.failed(error);
        return false;
      });
      if (hadJob) outcome.succeeded();
      else await delay(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Runs the next job; false when there was none. */
  async function runNext(name: JobName, handle: JobHandler): Promise<boolean> {
    const job = await fetchNext(pool, name, leaseS);
    if (!job) return false;
    const { lease, data } = job;
    const heartbeat = keepLease(lease);
    const timeout = AbortSignal.timeout(jobKinds[name].timeoutS * 1_000);
    const signal = AbortSignal.any([stopping.signal, timeout, heartbeat.lost]);
    let isComplete = false;
    const complete = async (tx: Db) => {
      await completeJob(lease, tx.$client);
      isComplete = true;
      heartbeat.end();
    };
    try {
      await untilAborted(handle({ data, signal, complete }), signal);
      if (!isComplete) await inTransaction(pool, (tx) => completeJob(lease, tx.$client));
    } catch (error) {
      if (stopping.signal.aborted) return await returnToQueue(lease);
      onError(error, name);
      const output = { message: error instanceof Error ? error.message : String(error) };
      await inTransaction(pool, async ({ $client }) => {
        if (await hasLease($client, lease))
          await boss.fail(name, lease.id, output, { db: executorOf($client) });
      });
    } finally {
      heartbeat.end();
    }
    return true;
  }

  /** Extends the lease until `end` is called. `lost` aborts when another process has the job or may soon have it. */
  function keepLease(lease: Lease): { lost: AbortSignal; end: () => void } {
    const lost = new AbortController();
    let isEnded = false;
    const lose = () => {
      if (!isEnded) lost.abort(leaseEndedError(lease));
    };
    const deadlineAfter = (since: number) => since + leaseS * LAST_HEARTBEAT * 1_000;
    let deadline = deadlineAfter(performance.now());
    const timer = setInterval(
      () => {
        const now = performance.now();
        if (now > deadline) return lose();
        void extendLease(pool, lease, leaseS).then(
          (isExtended) => (isExtended ? (deadline = deadlineAfter(now)) : lose()),
          // The database is unavailable: the next heartbeat tries again.
          () => undefined,
        );
      },
      leaseS * HEARTBEAT * 1_000,
    ).unref();
    const end = () => {
      isEnded = true;
      clearInterval(timer);
    };
    return { lost: lost.signal, end };
  }

  async function completeJob(lease: Lease, client: Queryable): Promise<void> {
    if (!(await hasLease(client, lease))) throw leaseEndedError(lease);
    await boss.complete(lease.name, lease.id, {}, { db: executorOf(client) });
  }

  /** Unlike a failure, this does not count as a run. */
  async function returnToQueue(lease: Lease): Promise<true> {
    await pool.query(
      `update pgboss.job set state = 'retry', started_on = null, output = null where ${isLeased}`,
      valuesOf(lease),
    );
    return true;
  }

  const ticks = reportFirstFailure(onError);
  async function addDue(): Promise<void> {
    for (const name of periodic) {
      const kind = jobKinds[name];
      await boss.send(
        name,
        {},
        {
          singletonKey: 'due',
          singletonSeconds: kind.everyS,
          ...('atHour' in kind ? { startAfter: nextHour(new Date(), kind.atHour) } : {}),
        },
      );
    }
  }
  const timer = setInterval(() => void addDue().then(ticks.succeeded, ticks.failed), TICK_MS).unref();

  return {
    work: (name, handle) => void loops.push(loop(name, handle)),
    every(name, handle) {
      periodic.add(name);
      loops.push(loop(name, handle));
    },
    addDue,
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('the server stops'));
      await Promise.all(loops);
      await boss.stop({ graceful: false });
    },
  };
}

/**
 * pg-boss sends a whole transaction as one text: after a failure inside it, the connection is still in the transaction,
 * so it is closed.
 */
async function onOwnConnection(pool: pg.Pool, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const result = await client.query(text, values);
    isUsable = true;
    return result;
  } finally {
    client.release(!isUsable);
  }
}

const leaseEndedError = ({ name, id }: Lease) => new Error(`the lease of job ${id} (${name}) has ended`);

/** Rejects with the signal's reason as soon as it aborts. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // Either may fail after the other has settled.
  aborted.catch(() => undefined);
  work.catch(() => undefined);
  await Promise.race([work, aborted]);
}

export const jobNames: readonly JobName[] = jobEntries.map(([name]) => name);
