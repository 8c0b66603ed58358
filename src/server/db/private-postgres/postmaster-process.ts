import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '#server/start/start-error.ts';
import { findProcess } from '#server/system/process-table.ts';
import type { PostmasterFile } from './postmaster-file.ts';

const run = promisify(execFile);
const LOOK_UP_MS = 10_000;
/** The postmaster notes its start a moment after the system does; both round. */
const MAX_APART_MS = 10_000;

/** What the system says about a running process. */
export interface ProcessFacts {
  /** The program's name without its folder. */
  command: string;
  startedAt: Date;
}

/** Looks up a process: undefined when it has ended, `unknown` when it runs and the system does not say what it is. */
export type ProcessLookup = (pid: number) => Promise<ProcessFacts | 'unknown' | undefined>;

/**
 * Whether the process in `postmaster.pid` is the postmaster that wrote the file: after a power cut another program may have its
 * number. For systems without /proc.
 * @throws StartError when that is unknown
 */
export async function isPostmasterRunning(
  { pid, startedAt }: Pick<PostmasterFile, 'pid' | 'startedAt'>,
  path: string,
  lookUp: ProcessLookup = lookUpProcess,
): Promise<boolean> {
  const found = await lookUp(pid);
  if (found === undefined) return false;
  if (found !== 'unknown' && !/^postgres(?:\.exe)?$/i.test(found.command)) return false;
  const apartMs = found === 'unknown' ? NaN : Math.abs(found.startedAt.getTime() - startedAt.getTime());
  if (Number.isNaN(apartMs)) {
    throw new StartError(
      `无法确认进程 ${pid}（记录在 ${path}）是不是这个数据目录的数据库，因此没有结束它：如果是，请先停止它；如果不是，请删除这个文件后再启动。`,
    );
  }
  return apartMs <= MAX_APART_MS;
}

/** Asks `ps`, or on Windows the management interface. */
const lookUpProcess: ProcessLookup = async (pid) => {
  if (!(await findProcess(pid))) return undefined;
  const facts = await askSystem(pid).catch(() => undefined);
  if (facts) return facts;
  return (await findProcess(pid)) ? 'unknown' : undefined;
};

async function askSystem(pid: number): Promise<ProcessFacts | undefined> {
  if (process.platform === 'win32') {
    const script = `$p = Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}'; $p.CreationDate.ToUniversalTime().ToString('o') + ' ' + $p.Name`;
    const flags = ['-NoProfile', '-NonInteractive', '-Command', script];
    return readFacts((await run('powershell.exe', flags, { timeout: LOOK_UP_MS, windowsHide: true })).stdout);
  }
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const flags = ['-p', String(pid), '-o', 'lstart=', '-o', 'ucomm='];
  return readFacts((await run('ps', flags, { timeout: LOOK_UP_MS, env })).stdout);
}

/** A line `Fri Nov 27 15:24:39 2026 postgres` or `2026-11-27T15:24:39.0000000Z postgres.exe`, in UTC. */
export function readFacts(line: string): ProcessFacts | undefined {
  const [, day, iso, command] =
    /^\s*(?:\w{3} (\w{3} +\d+ [\d:]{8} \d{4})|([\d-]{10}T[\d:.]+Z)) +(\S.*?)\s*$/.exec(line) ?? [];
  const startedAt = new Date(iso ?? `${day} UTC`);
  return command === undefined || Number.isNaN(startedAt.getTime()) ? undefined : { command, startedAt };
}
