const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How jobs of a kind run. */
interface JobKind {
  /** A run may take this long; then it is aborted and counts as failed. */
  longestS: number;
  /** Further runs after a failure or a dead process. */
  retries: number;
  /** Before the first of these; twice as long before each next one. */
  retryDelayS: number;
  /** Added once per period by any of the processes. */
  everyS?: number;
  /** The hour of day, in the shop's time zone, at which a daily job begins: outside working hours. */
  atHour?: number;
  /** A job of this kind, which precedes it in the table, takes over the data after the last run. */
  afterLast?: string;
}

/** Every kind of queued work. */
export const jobKinds = {
  // Ten retries with doubled pauses last over half a day, so that an unreachable file store does not cost the day's sweep.
  'sweep-rows': { longestS: HOUR_S, retries: 10, retryDelayS: MINUTE_S, everyS: DAY_S, atHour: 2 },
  'sweep-files': { longestS: 6 * HOUR_S, retries: 10, retryDelayS: MINUTE_S, everyS: DAY_S, atHour: 3 },
  'archive-missed': { longestS: 10 * MINUTE_S, retries: 3, retryDelayS: MINUTE_S, everyS: HOUR_S },
  'remind-expiring': { longestS: 10 * MINUTE_S, retries: 3, retryDelayS: MINUTE_S, everyS: HOUR_S },
  'sweep-models': { longestS: HOUR_S, retries: 3, retryDelayS: MINUTE_S, everyS: HOUR_S },
  'give-up-model': { longestS: MINUTE_S, retries: 10, retryDelayS: MINUTE_S },
  // The handler tries a file twice; these retries are for killed servers and an unreachable database or file store.
  'measure-model': { longestS: 3 * MINUTE_S, retries: 5, retryDelayS: 5, afterLast: 'give-up-model' },
  'give-up-prices': { longestS: MINUTE_S, retries: 10, retryDelayS: MINUTE_S },
  // Refused prices are no failure; the retries bridge hours without a database.
  'publish-prices': { longestS: 5 * MINUTE_S, retries: 12, retryDelayS: 5, afterLast: 'give-up-prices' },
  'give-up-replay': { longestS: MINUTE_S, retries: 10, retryDelayS: MINUTE_S },
  // These are for killed servers: a replay has no effect before its end.
  'replay-prices': { longestS: HOUR_S, retries: 3, retryDelayS: 5, afterLast: 'give-up-replay' },
  // Serves all shadow runs; also sent when one starts, is stopped or ends.
  'shadow-prices': { longestS: HOUR_S, retries: 3, retryDelayS: 5, everyS: 10 * MINUTE_S },
  // Also at each start: a restored database has no jobs.
  'queue-forgotten': { longestS: MINUTE_S, retries: 3, retryDelayS: 5, everyS: 10 * MINUTE_S },
} as const satisfies Record<string, JobKind>;

export type JobName = keyof typeof jobKinds;
export type PeriodicJob = {
  [Name in JobName]: (typeof jobKinds)[Name] extends { everyS: number } ? Name : never;
}[JobName];

export const jobEntries = Object.entries(jobKinds) as [JobName, JobKind][];

/** Without a sign of life for this long a run counts as dead, and the job is run again. */
export const LEASE_S = MINUTE_S;
