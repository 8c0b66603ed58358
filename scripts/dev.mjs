#!/usr/bin/env node
// The server restarted by tsx at each change, and Vite with hot reload in front of it. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'vite';
import { root } from './build-stamp.mjs';

const vite = await createServer({ root });
await vite.listen();

const url = vite.resolvedUrls?.local[0] ?? '';
console.log(
  `\n  storefront   ${url}\n  back office  ${url}admin/\n  API          port ${process.env['PORT'] ?? 3000}, available at the same URLs\n`,
);

const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/server/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});

let stopping = false;
/** @param {boolean} isServerSignalled */
function stop(isServerSignalled) {
  if (stopping) return;
  stopping = true;
  // A second signal would interrupt the server's graceful stop.
  if (server.exitCode === null && !isServerSignalled) server.kill('SIGTERM');
  void vite.close();
}
// Ctrl-C in a terminal reaches the server by itself.
process.on('SIGINT', () => stop(process.stdin.isTTY)).on('SIGTERM', () => stop(false));
server.once('exit', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1);
  stop(true);
});
