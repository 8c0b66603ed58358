#!/usr/bin/env node
// Builds browser and server into dist. With --if-stale: only when dist is absent or older than the sources, and quickly:
// the geometry kernels are compressed less, because a start or a test is waiting.
//
// Builds in dist/.building-<pid> and moves the result at the end; dist/.stamp is removed first and written last.
// A build that fails or is killed therefore leaves either the previous dist or one that counts as stale.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dist, isBuilt, root, sourceHash, stampFile } from './build-stamp.mjs';

const staging = join(dist, `.building-${process.pid}`);
const lockFile = join(dist, '.lock');
const POLL_MS = 100;
const UNSIGNED_LOCK_MS = 2_000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process that holds the lock has ended, or never wrote its id (disk full). */
function isLockStale() {
  const since = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) return false;
  const holder = Number(readFileSync(lockFile, 'utf8'));
  return holder > 0 ? !isAlive(holder) : Date.now() - since > UNSIGNED_LOCK_MS;
}

/** Allows one build at a time, because `npm start` and `npm test` may both find dist stale. Takes over a stale lock. */
async function lock() {
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (isLockStale()) rmSync(lockFile, { force: true });
    else await wait(POLL_MS);
  }
}

async function build() {
  const started = performance.now();
  const hash = sourceHash();
  for (const name of readdirSync(dist)) {
    const [, builder] = /^\.building-(\d+)$/.exec(name) ?? [];
    if (builder && !isAlive(Number(builder))) rmSync(join(dist, name), { recursive: true, force: true });
  }
  const { build: viteBuild } = await import('vite');
  for (const [side, configFile] of /** @type {const} */ ([
    ['client', 'vite.config.ts'],
    ['server', 'vite.server.config.ts'],
  ])) {
    await viteBuild({
      root,
      configFile: join(root, configFile),
      mode: onlyIfStale ? 'quick' : 'production',
      // The default loader writes into node_modules, which may belong to another user.
      configLoader: 'runner',
      // Users who start the server need no hints of the bundler.
      logLevel: onlyIfStale ? 'error' : 'warn',
      build: { outDir: join(staging, side), emptyOutDir: true },
    });
  }
  rmSync(stampFile, { force: true });
  for (const side of ['client', 'server']) {
    rmSync(join(dist, side), { recursive: true, force: true });
    renameSync(join(staging, side), join(dist, side));
  }
  writeFileSync(stampFile, hash);
  console.log(`built in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

const onlyIfStale = process.argv.includes('--if-stale');
if (!(onlyIfStale && isBuilt())) {
  process.env['NODE_ENV'] = 'production';
  await lock().catch((error) => {
    console.error(`dist is older than the sources and cannot be built. ${error.message}`);
    process.exit(1);
  });
  process.once('exit', () => {
    rmSync(staging, { recursive: true, force: true });
    rmSync(lockFile, { force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  // Another process may have built while this one waited for the lock.
  if (!(onlyIfStale && isBuilt())) {
    await build().catch((error) => {
      console.error(`The build failed, dist is unchanged. ${error instanceof Error ? error.message : error}`);
      process.exit(1);
    });
  }
}
