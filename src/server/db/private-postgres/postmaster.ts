import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sendSignal } from '#server/system/process-table.ts';
import { addressSettings, type DatabaseAddress } from './address.ts';
import type { Binaries } from './binaries.ts';
import { lastErrorLine, postgresEnvironment } from './cluster.ts';
import type { DatabaseUser } from './database-user.ts';
import { killOnExit, hasEnded } from './kill-on-exit.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { settingArguments, type PostgresSettings } from './settings.ts';

export interface PostmasterPlan {
  cluster: string;
  binaries: Binaries;
  user: DatabaseUser;
  address: DatabaseAddress;
  settings: PostgresSettings;
}

/** Replaying the WAL after a kill takes seconds; this limits a start that hangs. */
const START_TIMEOUT_MS = 300_000;
/** A fast shutdown writes one checkpoint. */
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5_000;

/**
 * Starts the cluster's postmaster and resolves when it accepts connections. It gets its own session, so that Ctrl-C
 * reaches only the server, which stops the database after the last request.
 * @throws Error with PostgreSQL's reason
 */
export async function launchPostmaster(plan: PostmasterPlan): Promise<ChildProcess> {
  const { cluster, binaries, user, address, settings } = plan;
  const startedAt = Date.now();
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, ...settingArguments(settings, addressSettings(address))],
    { ...user, env: postgresEnvironment, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  killOnExit(child, 'SIGINT');

  while (!(await isReady(cluster, child))) {
    if (failure) throw failure;
    if (hasEnded(child)) throw new Error(lastErrorLine((await readLog(cluster, startedAt)) + output));
    if (Date.now() - startedAt > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`not ready after ${START_TIMEOUT_MS / 1000} s`);
    }
    await delay(10);
  }
  return child;
}

/** Stops the postmaster with a checkpoint, or at once when that takes too long; no committed transaction is lost. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  const stages = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const;
  for (const [signal, timeoutMs] of stages) {
    if (hasEnded(child) || child.pid === undefined) return;
    const ended = once(child, 'exit');
    sendSignal(child.pid, signal);
    await Promise.race([ended, delay(timeoutMs, undefined, { ref: false })]);
  }
}

async function isReady(cluster: string, child: ChildProcess): Promise<boolean> {
  const file = await readPostmasterFile(cluster);
  return file !== undefined && file.isReady && file.pid === child.pid && !hasEnded(child);
}

/** The log lines of this start. Only the first lines go to stderr; PostgreSQL then writes to its log files. */
async function readLog(cluster: string, since: number): Promise<string> {
  const directory = join(cluster, 'log');
  const names = await readdir(directory).catch(() => []);
  const texts = await Promise.all(
    names.map(async (name) => {
      const file = join(directory, name);
      const { mtimeMs } = await stat(file);
      return mtimeMs >= since ? (await readFile(file, 'utf8')).slice(-4_000) : '';
    }),
  );
  return texts.join('');
}
