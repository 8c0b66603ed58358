import { readFile } from 'node:fs/promises';

/** What a process holds in memory, in MB, as Linux counts it; NaN elsewhere. */
export async function rssMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
