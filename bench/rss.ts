import { readFile } from 'node:fs/promises';

/** The resident memory of a process in MB; NaN where there is no /proc. */
export const rssMegabytes = (pid: number): Promise<number> => megabytes(pid, 'VmRSS');

/** The most that it has been so far; NaN also once the process has ended. */
export const peakMegabytes = (pid: number): Promise<number> => megabytes(pid, 'VmHWM');

async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = new RegExp(String.raw`^${field}:\s+(\d+) kB`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
