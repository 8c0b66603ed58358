import os from 'node:os';

/** Whether `syncfs` reports write errors: only on Linux, since version 5.8. */
export function reportsSyncErrors(platform: NodeJS.Platform, release: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  return platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
}

/**
 * Passed on the command line, so that no edited file weakens them. The durable settings are PostgreSQL's defaults
 * (fsync, full_page_writes, synchronous_commit), repeated because the promise to lose no order depends on them.
 */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // After a crash, one call syncs the whole file system instead of one call per file, so recovery takes a third of the time.
  recovery_init_sync_method: reportsSyncErrors(os.platform(), os.release()) ? 'syncfs' : 'fsync',
  timezone: 'UTC',
  // The postmaster outlives a killed server, so its messages must not go through a pipe to it. One file per weekday.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_duration_statement: '1s',
  // Keeps customers' values out of the log: parameters as well as the keys that a DETAIL line quotes.
  log_parameter_max_length: '0',
  log_error_verbosity: 'terse',
};

export type PostgresSettings = Partial<Record<keyof typeof settings, string>>;

export function settingArguments(overrides: PostgresSettings, address: Record<string, string>): string[] {
  return Object.entries({ ...settings, ...overrides, ...address }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}
