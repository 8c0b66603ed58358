import { readFile } from 'node:fs/promises';

/** Resident memory of a process in MB; NaN without /proc. */
export const rssMegabytes = (pid: number): Promise<number> => megabytes(pid, 'VmRSS');

/** Peak resident memory in MB; NaN without /proc and for an ended process. */
export const peakMegabytes = (pid: number): Promise<number> => megabytes(pid, 'VmHWM');

async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = new RegExp(String.raw`^${field}:\s+(\d+) kB`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
