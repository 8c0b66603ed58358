import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const MB = 1024 ** 2;

/** The maximum growth of a process' memory since the start. */
export interface MemoryWatch {
  /** In MB. Outside Linux, where the peak is not recorded, the current value. */
  growthMb(): number;
}

/** Watches the peak resident memory of another process from now on. */
export function watchMemory(pid: number): MemoryWatch {
  // Resets the recorded peak.
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = rssBytes(pid, 'VmRSS');
  return { growthMb: () => Math.round((rssBytes(pid, 'VmHWM') - before) / MB) };
}

function rssBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = `/proc/${pid}/status`;
  const text = existsSync(status)
    ? (new RegExp(String.raw`${field}:\s*(\d+) kB`).exec(readFileSync(status, 'utf8'))?.[1] ?? '')
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(text) * 1024;
}

/**
 * CPU time of another process so far, in steps of 10 ms: unlike elapsed time, it does not grow with other load. 0
 * outside Linux.
 */
export function cpuMs(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // proc(5): fields 14 and 15, in hundredths of a second; field 2, in parentheses, may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The lowest cost of a request over several attempts, which excludes noise. */
export interface Cost {
  /** Elapsed time. */
  ms: number;
  cpuMs: number;
}

/** Repeats the request until it is cheap and returns the last response. */
export async function costOf<T>(
  pid: number,
  send: () => Promise<T>,
  attempts = 3,
): Promise<{ answer: T; cost: Cost }> {
  const cost = { ms: Infinity, cpuMs: Infinity };
  for (let attempt = 1; ; attempt += 1) {
    const [startedAt, cpuBefore] = [performance.now(), cpuMs(pid)];
    const answer = await send();
    cost.ms = Math.min(cost.ms, performance.now() - startedAt);
    cost.cpuMs = Math.min(cost.cpuMs, cpuMs(pid) - cpuBefore);
    if (attempt === attempts || (cost.ms < 50 && cost.cpuMs < 50)) return { answer, cost };
  }
}

/** The highest of many costs and its cause. */
export function createMaximum() {
  const worst = { ms: 0, cpuMs: 0, of: '' };
  return {
    worst,
    note: (cost: Cost, of: string) => {
      worst.ms = Math.max(worst.ms, cost.ms);
      if (cost.cpuMs > worst.cpuMs) Object.assign(worst, { cpuMs: cost.cpuMs, of });
    },
    tell: () => `slowest ${Math.round(worst.ms)} ms, ${worst.cpuMs} ms of CPU`,
  };
}
