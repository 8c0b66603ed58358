import type { ChildProcess } from 'node:child_process';

import { sendSignal } from '#server/system/process-table.ts';

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Sends `signal` to the child when this process exits first (after a failed or interrupted start), so that no child
 * is left running.
 */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = () => {
    if (child.pid !== undefined && !hasEnded(child)) sendSignal(child.pid, signal);
  };
  process.on('exit', end);
  child.once('exit', () => process.off('exit', end));
}
