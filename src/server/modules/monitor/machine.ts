import { statfs } from 'node:fs/promises';
import type { ServerStatus } from '#contract/monitor.ts';
import { errorCode } from '#server/system/file-errors.ts';

type Machine = Pick<ServerStatus, 'os' | 'cpu' | 'mem' | 'swap' | 'net'>;

const percentOf = (used: number, total: number) => (total > 0 ? Math.round((used / total) * 1000) / 10 : 0);
const shareOf = (used: number, total: number) => ({ total, used, percent: percentOf(used, total) });

/** The machine's current figures. Imported on first use, to save memory on servers without monitoring. */
export async function readMachine(): Promise<Machine> {
  const { cpu, currentLoad, mem, networkStats, osInfo, time } = await import('systeminformation');
  const [{ brand }, load, memory, network, os] = await Promise.all([
    cpu(),
    currentLoad(),
    mem(),
    networkStats('*'),
    osInfo(),
  ]);
  const sum = (of: (entry: (typeof network)[number]) => number | null) =>
    Math.round(network.reduce((total, entry) => total + Math.max(0, of(entry) ?? 0), 0));
  return {
    os: {
      platform: os.distro || os.platform,
      arch: os.arch,
      hostName: os.hostname,
      release: os.release || os.kernel,
      bootTime: new Date(Date.now() - time().uptime * 1000).toISOString(),
    },
    cpu: {
      model: brand,
      cpuNum: load.cpus.length,
      percent: Math.round(load.currentLoad * 10) / 10,
      load1: load.avgLoad,
    },
    mem: shareOf(memory.active, memory.total),
    swap: shareOf(memory.swapused, memory.swaptotal),
    net: { in: sum((entry) => entry.rx_sec), out: sum((entry) => entry.tx_sec) },
  };
}

/** The file system of the data directory; zeros when the directory does not exist (a database elsewhere). */
export async function readDisk(path: string): Promise<ServerStatus['disk']> {
  const figures = await statfs(path).catch(undefinedIfMissing);
  if (!figures) return { path, ...shareOf(0, 0) };
  const total = figures.blocks * figures.bsize;
  return { path, ...shareOf(total - figures.bavail * figures.bsize, total) };
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}
