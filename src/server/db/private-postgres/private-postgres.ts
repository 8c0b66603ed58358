import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { BaseLogger } from 'pino';

import type { ConnectionString } from '#server/db/connection-string.ts';
import type { DataDirectory } from '#server/data-directory/data-directory.ts';
import { describeFileError } from '#server/system/file-errors.ts';
import { StartError } from '#server/start/start-error.ts';
import { chooseAddress, choosePort, toConnectionString } from './address.ts';
import { prepareBinaries } from './binaries.ts';
import { stopClusterProcesses } from './cluster-processes.ts';
import { chooseClusterHome, ensureCluster, findCluster, readPassword, systemHome } from './cluster.ts';
import { chooseDatabaseUser } from './database-user.ts';
import { hasEnded } from './kill-on-exit.ts';
import { launchPostmaster, stopPostmaster, type PostmasterPlan } from './postmaster.ts';
import type { PostgresSettings } from './settings.ts';

type Logger = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

export interface PrivatePostgresOptions {
  /** Its lock proves that no other server runs this database. */
  dataDirectory: DataDirectory;
  logger: Logger;
  /** For tests, whose data may be lost. */
  settings?: PostgresSettings;
}

/** The PostgreSQL of this server; when it dies, it is restarted at the same address. */
export interface PrivatePostgres {
  /**
   * Database `quotemill`, role `quotemill` (its owner, may create databases, no superuser). Constant while the server
   * runs.
   */
  readonly connectionString: ConnectionString;
  /** Calls the listener each time the database accepts connections again after it died. */
  onRestart(listener: () => void): void;
  /** Stops the database cleanly, with a checkpoint. Close the pools first. */
  stop(): Promise<void>;
}

/**
 * Creates the database on the first start, takes it over from a killed server, starts it, and supervises it until
 * `stop`.
 * @throws StartError with one sentence for the user; leaves nothing incomplete behind
 */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const { dataDirectory, logger, settings = {} } = options;
  const user = await chooseDatabaseUser(await findCluster(dataDirectory.path));
  const home = await chooseClusterHome(dataDirectory.path, user);
  if (home !== dataDirectory.path) {
    logger.warn(`the database's user cannot reach ${dataDirectory.path}, so the database lives in ${home}`);
  }
  const binaries = await prepareBinaries(user, process.getuid?.() === 0 ? systemHome : home);
  const cluster = join(home, 'postgres');
  if ((await ensureCluster(cluster, binaries, user)) === 'created') {
    logger.info({ cluster }, 'database created');
  } else if (await stopClusterProcesses(cluster)) {
    logger.warn('stopped the database that a killed server had left running');
  }

  const plan = { cluster, binaries, user, address: await chooseAddress(cluster), settings };
  const child = await launchFirst(plan);
  const connectionString = toConnectionString(plan.address, await readPassword(cluster));
  return supervise(plan, child, connectionString, logger);
}

async function launchFirst(plan: PostmasterPlan): Promise<ChildProcess> {
  try {
    return await launchPostmaster(plan);
  } catch (error) {
    const reason = describeFileError(error);
    // Some shared file systems do not support sockets.
    if (plan.address.kind === 'socket' && /Unix(-domain)? socket/.test(reason)) {
      plan.address = await choosePort();
      return launchFirst(plan);
    }
    const log = join(plan.cluster, 'log');
    throw new StartError(`内置 PostgreSQL 启动失败：${reason}（日志在 ${log}）。`, { cause: error });
  }
}

function supervise(
  plan: PostmasterPlan,
  first: ChildProcess,
  connectionString: ConnectionString,
  logger: Logger,
): PrivatePostgres {
  const listeners: (() => void)[] = [];
  let child = first;
  const stopController = new AbortController();
  let restarting = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = () => {
    child.once('exit', onExit);
    // A child that ended before emits no more `exit`; off() prevents a second call.
    if (hasEnded(child) && child.off('exit', onExit)) onExit();
  };
  const onExit = () => {
    if (stopController.signal.aborted) return;
    logger.error({ code: child.exitCode, signal: child.signalCode }, 'the database died, starting it again');
    restarting = restart();
  };
  const restart = async () => {
    const diedAt = Date.now();
    for (let pauseMs = 100; !stopController.signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
      try {
        await stopClusterProcesses(plan.cluster);
        child = await launchPostmaster(plan);
        logger.info({ afterMs: Date.now() - diedAt }, 'the database is back');
        watch();
        for (const listener of listeners) listener();
        return;
      } catch (error) {
        logger.error({ err: error }, 'the database did not start, trying again');
        await delay(pauseMs);
      }
    }
  };
  const stop = async () => {
    stopController.abort();
    await restarting;
    await stopPostmaster(child);
    // Also waits for the logging process, which writes a last line.
    await stopClusterProcesses(plan.cluster);
  };

  watch();
  return {
    connectionString,
    onRestart: (listener) => void listeners.push(listener),
    stop: () => (stopped ??= stop()),
  };
}
