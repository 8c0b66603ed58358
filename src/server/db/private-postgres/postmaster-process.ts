import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '#server/start/start-error.ts';
import { findProcess } from '#server/system/process-table.ts';
import type { PostmasterFile } from './postmaster-file.ts';

const run = promisify(execFile);
const LOOKUP_TIMEOUT_MS = 10_000;
/** The postmaster records its start a moment after the system does, and both round. */
const MAX_DIFFERENCE_MS = 10_000;

/** A running process, as the system reports it. */
export interface ProcessInfo {
  /** The program's name without its folder. */
  command: string;
  startedAt: Date;
}

/** Looks up a process: undefined when it has ended, `unknown` when it runs but the system does not identify it. */
export type ProcessLookup = (pid: number) => Promise<ProcessInfo | 'unknown' | undefined>;

/**
 * Whether the process in `postmaster.pid` is the postmaster that wrote the file: after a power cut another program may
 * have its number. For systems without /proc.
 * @throws StartError when that is unknown
 */
export async function isPostmasterRunning(
  { pid, startedAt }: Pick<PostmasterFile, 'pid' | 'startedAt'>,
  pidFilePath: string,
  lookUp: ProcessLookup = lookUpProcess,
): Promise<boolean> {
  const info = await lookUp(pid);
  if (info === undefined) return false;
  if (info !== 'unknown' && !/^postgres(?:\.exe)?$/i.test(info.command)) return false;
  const differenceMs = info === 'unknown' ? NaN : Math.abs(info.startedAt.getTime() - startedAt.getTime());
  if (Number.isNaN(differenceMs)) {
    throw new StartError(
      `无法确认进程 ${pid}（记录在 ${pidFilePath}）是不是这个数据目录的数据库，因此没有结束它：如果是，请先停止它；如果不是，请删除这个文件后再启动。`,
    );
  }
  return differenceMs <= MAX_DIFFERENCE_MS;
}

/** Asks `ps`, or on Windows the management interface. */
const lookUpProcess: ProcessLookup = async (pid) => {
  if (!(await findProcess(pid))) return undefined;
  const info = await queryProcess(pid).catch(() => undefined);
  if (info) return info;
  return (await findProcess(pid)) ? 'unknown' : undefined;
};

async function queryProcess(pid: number): Promise<ProcessInfo | undefined> {
  if (process.platform === 'win32') {
    const script = `$p = Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}'; $p.CreationDate.ToUniversalTime().ToString('o') + ' ' + $p.Name`;
    const flags = ['-NoProfile', '-NonInteractive', '-Command', script];
    return parseProcessInfo(
      (await run('powershell.exe', flags, { timeout: LOOKUP_TIMEOUT_MS, windowsHide: true })).stdout,
    );
  }
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const flags = ['-p', String(pid), '-o', 'lstart=', '-o', 'ucomm='];
  return parseProcessInfo((await run('ps', flags, { timeout: LOOKUP_TIMEOUT_MS, env })).stdout);
}

/** A line `Fri Nov 27 15:24:39 2026 postgres` or `2026-11-27T15:24:39.0000000Z postgres.exe`, in UTC. */
export function parseProcessInfo(line: string): ProcessInfo | undefined {
  const [, psTime, isoTime, command] =
    /^\s*(?:\w{3} (\w{3} +\d+ [\d:]{8} \d{4})|([\d-]{10}T[\d:.]+Z)) +(\S.*?)\s*$/.exec(line) ?? [];
  const startedAt = new Date(isoTime ?? `${psTime} UTC`);
  return command === undefined || Number.isNaN(startedAt.getTime()) ? undefined : { command, startedAt };
}
