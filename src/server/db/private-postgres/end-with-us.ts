import type { ChildProcess } from 'node:child_process';

import { sendSignal } from '../../process-table.ts';

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Sends `signal` to the child when this process ends first (a start that fails or is interrupted), so that it leaves none running. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = () => {
    if (child.pid !== undefined && !hasEnded(child)) sendSignal(child.pid, signal);
  };
  process.on('exit', end);
  child.once('exit', () => process.off('exit', end));
}
