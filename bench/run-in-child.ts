import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** For one script, on a busy machine too. */
export const TIMEOUT_MS = 300_000;

/** What a script of this folder prints in a separate process; nothing when it takes too long. */
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
