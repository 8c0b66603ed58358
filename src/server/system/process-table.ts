import { readFile } from 'node:fs/promises';

export interface ProcessState {
  /** The program's name, at most 15 bytes. */
  command: string;
  /** Differs between two processes that had the same PID at different times. */
  start: string;
}

/**
 * Looks up a running process. Undefined when it has ended, even if its parent has not reaped it yet.
 * Without /proc, `command` and `start` are empty and only the PID is checked.
 */
export async function findProcess(pid: number): Promise<ProcessState | undefined> {
  if (process.platform !== 'linux') return isAlive(pid) ? { command: '', start: '' } : undefined;
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // it has just ended
  }
  // "pid (command) state …": the command may contain spaces and parentheses
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  // proc_pid_stat(5): field 22 is the start time in clock ticks after boot, the state is field 3
  return { command: stat.slice(stat.indexOf('(') + 1, end), start: fields[19] ?? '' };
}

/** Sends the signal; false when the process no longer exists. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
