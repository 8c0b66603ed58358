import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { findProcess, sendSignal } from '../../process-table.ts';
import { socketName } from './address.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/**
 * The living processes of a cluster: the postmaster, its children, and the orphans of a killed one. Each has the cluster as
 * its working directory; `postmaster.pid` alone could name a process that got the number later, and knows no orphans.
 * Without /proc: the process named there, if it lives.
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
  // other users' processes can't be looked into, nor those that end right now; neither are ours
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return workingDirectory === directory && (await findProcess(pid))?.command === 'postgres';
}

/**
 * Ends whatever still runs on the cluster, so that one postmaster may start: a living postmaster in order (fast shutdown),
 * orphans after a moment in which they notice by themselves. Removes the lock files that a killed postmaster left behind: PostgreSQL
 * would believe them when their number belongs to another process by now, or to one that nobody has collected.
 * @returns whether anything ran
 */
export async function clearCluster(cluster: string): Promise<boolean> {
  const running = await listClusterProcesses(cluster);
  if (running.length > 0) {
    const postmaster = (await readPostmasterFile(cluster))?.pid;
    if (postmaster !== undefined && running.includes(postmaster)) {
      sendSignal(postmaster, 'SIGINT');
      await waitUntilClear(cluster, 10_000);
    } else {
      await waitUntilClear(cluster, 1_500);
    }
    // An immediate stop loses nothing that was acknowledged: the log is replayed at the next start.
    await signalAll(cluster, 'SIGQUIT');
    await waitUntilClear(cluster, 1_500);
    await signalAll(cluster, 'SIGKILL');
    await waitUntilClear(cluster, 1_500);
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
