#!/usr/bin/env node
/**
 * Starts the built server on Node 24, signs in and stops it; with `--journey`, runs a journey there too. Installs Node 24 from the
 * npm registry into node_modules/.cache, where it shadows no other Node; later runs need no network. If the registry is
 * unavailable, reports that nothing was checked and succeeds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';

const VERSION = '24.21.0';
const START_TIMEOUT_MS = 600_000;
const INSTALL_TIMEOUT_MS = 120_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const prefix = join(root, 'node_modules', '.cache', `node-${VERSION}`);
const bin = join(prefix, 'node_modules', 'node', 'bin');
const node = join(bin, process.platform === 'win32' ? 'node.exe' : 'node');

/** @returns {boolean} whether Node 24 is installed */
function installNode() {
  if (!existsSync(node)) {
    const options = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
    try {
      execFileSync('npm', ['install', '--prefix', prefix, ...options, `node@${VERSION}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: INSTALL_TIMEOUT_MS,
        shell: process.platform === 'win32',
      });
    } catch {
      rmSync(prefix, { recursive: true, force: true });
      return false;
    }
  }
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (version !== `v${VERSION}`) throw new Error(`${node} is ${version}, not v${VERSION}.`);
  return true;
}

/** Starts on an empty data directory, signs in and stops. */
async function checkStart() {
  const directory = mkdtempSync(join(tmpdir(), 'quotemill-node24-'));
  const password = 'password-for-node-24';
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(directory, 'data'),
    PORT: '0',
    LOGIN_CAPTCHA: 'off',
    ADMIN_PASSWORD: password,
  };
  const server = spawn(node, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    await signIn(await urlOf(server), password);
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
  if (server.exitCode !== 0) throw new Error(`the server stopped with code ${server.exitCode}.`);
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} server
 * @returns {Promise<string>}
 */
function urlOf(server) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the server did not start within ${START_TIMEOUT_MS / 1000} s.`)),
      START_TIMEOUT_MS,
    );
    server.on('exit', (code) => reject(new Error(`the server ended with code ${code}.`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      // Earlier lines name the port while the server is still starting.
      const [, url] = /已就绪.*?(https?:\/\/[^/\s"]+)/.exec(line) ?? [];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

/** @param {string} url @param {string} password */
async function signIn(url, password) {
  const response = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { code, msg } = await response.json();
  if (code !== 200) throw new Error(`the sign-in failed with ${code} ${msg}.`);
}

/** A customer prices a part, orders it, reads the order and cancels it. */
function checkJourney() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'journeys', 'tests/journeys/customer.test.ts', '-t', 'desktop'];
  // Child processes that run `node` use Node 24, too.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  try {
    execFileSync(node, [vitest, ...args], { cwd: root, env, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`the journey failed:\n${Object(error).stdout}${Object(error).stderr}`, { cause: error });
  }
}

try {
  if (installNode()) {
    await ensureBuilt();
    await checkStart();
    if (process.argv.includes('--journey')) checkJourney();
  } else {
    console.log(`Node 24 not checked: the npm registry did not deliver node@${VERSION}.`);
  }
} catch (error) {
  console.error(`check:node24: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
