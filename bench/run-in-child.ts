import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Sufficient on a busy machine. */
export const TIMEOUT_MS = 300_000;

/** Runs a script of this folder in a separate process and returns its output; empty after the timeout. */
export async function runInChild(script: string, args: readonly string[]): Promise<string> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) output += String(text);
  return output;
}
