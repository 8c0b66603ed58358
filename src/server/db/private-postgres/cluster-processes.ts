import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { StartError } from '#server/start/start-error.ts';
import { findProcess, sendSignal } from '#server/system/process-table.ts';
import { socketName } from './address.ts';
import { isAnswering } from './is-answering.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { isPostmasterRunning, type ProcessLookup } from './postmaster-process.ts';

/** Access to the system's processes; tests supply their own. */
interface System {
  platform?: NodeJS.Platform;
  lookUp?: ProcessLookup;
  signal?: typeof sendSignal;
}

/**
 * The running processes of a cluster: the postmaster, its children, and orphans of a killed postmaster. All have the
 * cluster as their working directory; `postmaster.pid` alone could name an unrelated process with a reused number,
 * and lists no orphans.
 * Without /proc: the process in `postmaster.pid`, if it is the postmaster that wrote the file.
 * @throws StartError when the system cannot tell
 */
export async function listClusterProcesses(
  cluster: string,
  { platform = process.platform, lookUp }: System = {},
): Promise<number[]> {
  if (platform !== 'linux') {
    const file = await readPostmasterFile(cluster);
    const path = join(cluster, 'postmaster.pid');
    return file && (await isPostmasterRunning(file, path, lookUp)) ? [file.pid] : [];
  }
  const directory = await realpath(cluster);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isOfCluster = await Promise.all(pids.map((pid) => isClusterProcess(pid, directory)));
  return pids.filter((_, i) => isOfCluster[i]);
}

async function isClusterProcess(pid: number, directory: string): Promise<boolean> {
  // Processes of other users, and those that end right now, cannot be read; they are not ours.
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return workingDirectory === directory && (await findProcess(pid))?.command === 'postgres';
}

/**
 * Stops every process of the cluster, so that a postmaster can start: a running postmaster by fast shutdown, orphans
 * after a moment in which they may exit by themselves. Removes the lock files of a killed postmaster: PostgreSQL would
 * trust them when their process id now belongs to another process or to a zombie.
 * @returns whether any process was running
 * @throws StartError while the cluster is still answering, from a process that is not visible here (another container), or
 * when it is not certain that the process is the cluster's
 */
export async function stopClusterProcesses(cluster: string, system: System = {}): Promise<boolean> {
  const { signal = sendSignal } = system;
  const waitUntilClear = async (timeoutMs: number) => {
    const end = Date.now() + timeoutMs;
    while (Date.now() < end && (await listClusterProcesses(cluster, system)).length > 0) await delay(25);
  };
  const signalAll = async (name: NodeJS.Signals) => {
    for (const pid of await listClusterProcesses(cluster, system)) signal(pid, name);
  };
  const running = await listClusterProcesses(cluster, system);
  if (running.length > 0) {
    const postmaster = (await readPostmasterFile(cluster))?.pid;
    if (postmaster !== undefined && running.includes(postmaster)) {
      signal(postmaster, 'SIGINT');
      await waitUntilClear(10_000);
    } else {
      await waitUntilClear(1_500);
    }
    // An immediate shutdown loses no committed transaction: the WAL is replayed at the next start.
    await signalAll('SIGQUIT');
    await waitUntilClear(1_500);
    await signalAll('SIGKILL');
    await waitUntilClear(1_500);
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
