import { readFile } from 'node:fs/promises';

/** The resident memory of a process in MB; NaN where there is no /proc. */
export async function rssMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
