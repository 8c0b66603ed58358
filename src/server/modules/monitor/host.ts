import { readFile, statfs } from 'node:fs/promises';
import os from 'node:os';
import type { ServerStatus } from '#contract/system/monitor.ts';
import { undefinedIfMissing } from '#server/system/file-errors.ts';

type HostFigures = Pick<ServerStatus, 'os' | 'cpu' | 'mem' | 'swap' | 'net'>;

/** Totals since the host's start: processor time in ms, traffic in bytes. */
interface Counters {
  at: number;
  cpuBusy: number;
  cpuTotal: number;
  received: number;
  sent: number;
}

const percentOf = (used: number, total: number) => (total > 0 ? Math.round((used / total) * 1000) / 10 : 0);
const usageOf = (used: number, total: number) => ({ total, used, percent: percentOf(used, total) });

/**
 * Reads the host's figures; rates are averages since the previous reading. Starts no process: forking would pause a
 * large process for tens of milliseconds. Swap and traffic are zero where `/proc` is absent.
 */
export function createHostReader(): () => Promise<HostFigures> {
  let previous: Promise<Counters> = readCounters();
  return async () => {
    const [before, now, meminfo, release] = await Promise.all([
      previous,
      (previous = readCounters()),
      readText('/proc/meminfo'),
      readText('/etc/os-release'),
    ]);
    const cpus = os.cpus();
    const swapTotal = bytesOf(meminfo, 'SwapTotal');
    const perSecond = (bytes: number) =>
      Math.max(0, Math.round((bytes * 1000) / Math.max(1, now.at - before.at)));
    return {
      os: {
        platform: /^NAME="?([^"\n]*)/m.exec(release)?.[1] ?? os.platform(),
        arch: os.arch(),
        hostName: os.hostname(),
        release: os.release(),
        bootTime: new Date(Date.now() - os.uptime() * 1000).toISOString(),
      },
      cpu: {
        model: cpus[0]?.model.trim() ?? '',
        cpuNum: cpus.length,
        percent: percentOf(now.cpuBusy - before.cpuBusy, now.cpuTotal - before.cpuTotal),
        load1: os.loadavg()[0] ?? 0,
      },
      mem: usageOf(os.totalmem() - os.freemem(), os.totalmem()),
      swap: usageOf(swapTotal - bytesOf(meminfo, 'SwapFree'), swapTotal),
      net: { in: perSecond(now.received - before.received), out: perSecond(now.sent - before.sent) },
    };
  };
}

/** The file system of the data directory; zeros if the directory does not exist, as when the database runs elsewhere. */
export async function readDisk(path: string): Promise<ServerStatus['disk']> {
  const figures = await statfs(path).catch(undefinedIfMissing);
  if (!figures) return { path, ...usageOf(0, 0) };
  const total = figures.blocks * figures.bsize;
  return { path, ...usageOf(total - figures.bavail * figures.bsize, total) };
}

async function readCounters(): Promise<Counters> {
  const interfaces = await readText('/proc/net/dev');
  const counters: Counters = { at: performance.now(), cpuBusy: 0, cpuTotal: 0, received: 0, sent: 0 };
  for (const { times } of os.cpus()) {
    const total = times.user + times.nice + times.sys + times.idle + times.irq;
    counters.cpuTotal += total;
    counters.cpuBusy += total - times.idle;
  }
  // "  eth0: bytes packets errs drop fifo frame compressed multicast bytes …": received first, then sent.
  for (const [, name, columns = ''] of interfaces.matchAll(/^\s*([^\s:]+):(.*)$/gm)) {
    if (name === 'lo') continue;
    const figures = columns.trim().split(/\s+/);
    counters.received += Number(figures[0]);
    counters.sent += Number(figures[8]);
  }
  return counters;
}

const bytesOf = (meminfo: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1] ?? 0) * 1024;

/** The text of the file; empty when it does not exist. */
const readText = async (path: string) => (await readFile(path, 'utf8').catch(undefinedIfMissing)) ?? '';
