import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuilt, root } from './build-stamp.mjs';

/**
 * Builds when dist is absent or stale, in a separate process, so that the bundler's memory is freed before the
 * server starts. Exits when the build fails.
 */
export async function ensureBuilt() {
  if (isBuilt()) return;
  if (!existsSync(new URL('../node_modules/vite', import.meta.url))) {
    console.error('There is nothing built here and no bundler to build it with: run `npm ci` first.');
    process.exit(1);
  }
  console.error('Building (only after a change of the sources) …');
  const builder = spawn(
    process.execPath,
    [fileURLToPath(new URL('build.mjs', import.meta.url)), '--if-stale'],
    // Output goes to stderr, because programs may read the stdout of CLI commands.
    { cwd: root, stdio: ['ignore', 2, 2] },
  );
  const stop = () => builder.kill('SIGTERM');
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(builder, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0) process.exit(typeof code === 'number' ? code : 1);
}
