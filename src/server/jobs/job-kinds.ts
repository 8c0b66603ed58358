const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

interface JobKind {
  /** Longer runs are aborted and count as failed. */
  timeoutS: number;
  /** The maximum number of further runs after a failure or the death of the process. */
  retries: number;
  /** The delay before the first retry; it doubles with each further one. */
  retryDelayS: number;
  /** A job of this kind is queued once per period, by any of the server's processes. */
  everyS?: number;
  /** The hour, in the shop's time zone, at which a daily job begins: outside working hours. */
  atHour?: number;
  /** The kind of job that receives the data when the last retry has failed; it precedes this one in the table. */
  afterLast?: string;
}

/** Every kind of queued work. */
export const jobKinds = {
  // Ten retries with doubled pauses last over half a day, so that an unreachable file store does not cost the day's sweep.
  'sweep-rows': { timeoutS: HOUR_S, retries: 10, retryDelayS: MINUTE_S, everyS: DAY_S, atHour: 2 },
  'sweep-files': { timeoutS: 6 * HOUR_S, retries: 10, retryDelayS: MINUTE_S, everyS: DAY_S, atHour: 3 },
  'archive-missed': { timeoutS: 10 * MINUTE_S, retries: 3, retryDelayS: MINUTE_S, everyS: HOUR_S },
  'remind-expiring': { timeoutS: 10 * MINUTE_S, retries: 3, retryDelayS: MINUTE_S, everyS: HOUR_S },
  'sweep-models': { timeoutS: HOUR_S, retries: 3, retryDelayS: MINUTE_S, everyS: HOUR_S },
  'give-up-model': { timeoutS: MINUTE_S, retries: 10, retryDelayS: MINUTE_S },
  // The handler tries a file twice; these retries are for killed servers and an unreachable database or file store.
  'measure-model': { timeoutS: 3 * MINUTE_S, retries: 5, retryDelayS: 5, afterLast: 'give-up-model' },
  'give-up-prices': { timeoutS: MINUTE_S, retries: 10, retryDelayS: MINUTE_S },
  // Refused prices do not count as failures; the retries bridge hours without a database.
  'publish-prices': { timeoutS: 5 * MINUTE_S, retries: 12, retryDelayS: 5, afterLast: 'give-up-prices' },
  'give-up-replay': { timeoutS: MINUTE_S, retries: 10, retryDelayS: MINUTE_S },
  // The retries are for killed servers: a replay writes nothing before it ends.
  'replay-prices': { timeoutS: HOUR_S, retries: 3, retryDelayS: 5, afterLast: 'give-up-replay' },
  // Serves all shadow runs; also queued when one starts, is stopped or ends.
  'shadow-prices': { timeoutS: HOUR_S, retries: 3, retryDelayS: 5, everyS: 10 * MINUTE_S },
  // Also queued at each start of the server, because a restored database has no jobs.
  'queue-forgotten': { timeoutS: MINUTE_S, retries: 3, retryDelayS: 5, everyS: 10 * MINUTE_S },
} as const satisfies Record<string, JobKind>;

export type JobName = keyof typeof jobKinds;
export type PeriodicJob = {
  [Name in JobName]: (typeof jobKinds)[Name] extends { everyS: number } ? Name : never;
}[JobName];

export const jobEntries = Object.entries(jobKinds) as [JobName, JobKind][];

/** A run without a heartbeat for this long counts as dead, and the job is run again. */
export const LEASE_S = MINUTE_S;
