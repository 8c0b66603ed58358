import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { StartError } from '#server/start/start-error.ts';
import { findProcess, sendSignal } from '#server/system/process-table.ts';
import { socketName } from './address.ts';
import { isAnswering } from './is-answering.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/**
 * The running processes of a cluster: the postmaster, its children, and orphans of a killed postmaster. All have the
 * cluster as their working directory; `postmaster.pid` alone could name an unrelated process with a reused number,
 * and lists no orphans.
 * Without /proc: the process in `postmaster.pid`, if it is running.
 */
export async function listClusterProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const pid = (await readPostmasterFile(cluster))?.pid;
    return pid !== undefined && (await findProcess(pid)) ? [pid] : [];
  }
  const directory = await realpath(cluster);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const belongs = await Promise.all(pids.map((pid) => isClusterProcess(pid, directory)));
  return pids.filter((_, i) => belongs[i]);
}

async function isClusterProcess(pid: number, directory: string): Promise<boolean> {
  // processes of other users, and those that end right now, cannot be read; they are not ours
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return workingDirectory === directory && (await findProcess(pid))?.command === 'postgres';
}

/**
 * Stops every process of the cluster, so that a postmaster can start: a running postmaster by fast shutdown, orphans
 * after a moment in which they exit by themselves. Removes the lock files of a killed postmaster: PostgreSQL would
 * trust them when their process id now belongs to another process or to a zombie.
 * @returns whether any process was running
 * @throws StartError while the cluster is still answering, from a process that is not visible here (another container)
 */
export async function stopClusterProcesses(cluster: string): Promise<boolean> {
  const running = await listClusterProcesses(cluster);
  if (running.length > 0) {
    const postmaster = (await readPostmasterFile(cluster))?.pid;
    if (postmaster !== undefined && running.includes(postmaster)) {
      sendSignal(postmaster, 'SIGINT');
      await waitUntilClear(cluster, 10_000);
    } else {
      await waitUntilClear(cluster, 1_500);
    }
    // An immediate shutdown loses nothing acknowledged: the WAL is replayed at the next start.
    await signalAll(cluster, 'SIGQUIT');
    await waitUntilClear(cluster, 1_500);
    await signalAll(cluster, 'SIGKILL');
    await waitUntilClear(cluster, 1_500);
  }
  if (await isAnswering(cluster)) {
    throw new StartError(
      `数据目录的数据库 ${cluster} 仍在应答，但从这里看不到它的进程（可能在另一个容器中）：请先停止它，或用 DATA_DIR 另选目录。`,
    );
  }
  for (const name of ['postmaster.pid', socketName, `${socketName}.lock`]) {
    await rm(join(cluster, name), { force: true });
  }
  return running.length > 0;
}

async function signalAll(cluster: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await listClusterProcesses(cluster)) sendSignal(pid, signal);
}

async function waitUntilClear(cluster: string, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && (await listClusterProcesses(cluster)).length > 0) await delay(25);
}
