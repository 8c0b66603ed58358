import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { clearCluster, listClusterProcesses } from '#server/db/private-postgres/cluster-processes.ts';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { sendSignal } from '#server/process-table.ts';

/** The built server, as an operator starts it. */
export const builtServer = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** The built command line. */
export const builtCli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** The passwords of `admin` and `demo` that the servers of the tests create. */
export const passwords = { admin: 'admin-for-faults-1', demo: 'demo-for-faults-1' };

export interface RunOptions {
  /** Settings beside those of `serverEnvironment`. */
  env?: Record<string, string>;
  /** The program, the server's own by default; `node` runs it. */
  entry?: string;
  /** What follows the program on the command line. */
  args?: string[];
  uid?: number;
  gid?: number;
  /** Files may grow to so many blocks of 512 or 1,024 bytes: stands for a full disk where none can be mounted. */
  fileBlocks?: number;
  /** It may have so many files and connections open. */
  openFiles?: number;
  /** Where its standard output goes, when not to us: a file descriptor. */
  stdout?: number;
}

/** How a process ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** From its start. */
  elapsedMs: number;
}

export interface RunningProcess {
  pid: number;
  /** What it has written to its standard output so far. */
  output(): string;
  ended: Promise<Ended>;
}

export interface ServerProcess extends RunningProcess {
  /** `http://127.0.0.1:43210` */
  address: string;
  /** From the process' start until it told its address. */
  readyMs: number;
  /** Dies at once, without a word to anybody. */
  kill(): Promise<void>;
  /** Ends as an operator would end it. */
  stop(): Promise<Ended>;
}

const children = new Set<ChildProcess>();

/** Nothing of this process' own settings reaches the server: any free port, no picture at sign-in, known passwords. */
export function serverEnvironment(dataDir: string, env: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: '0',
    LOGIN_CAPTCHA: 'off',
    ADMIN_PASSWORD: passwords.admin,
    CUSTOMER_PASSWORD: passwords.demo,
    LOG_LEVEL: 'warn',
    ...env,
  };
}

/** Starts the server, whatever will come of it. */
export function launchServer(dataDir: string, options: RunOptions = {}): RunningProcess {
  return launch(dataDir, options).running;
}

/** Starts the server and waits until it tells its address. Throws with its own words when it ends instead. */
export async function runServer(dataDir: string, options: RunOptions = {}): Promise<ServerProcess> {
  const startedAt = performance.now();
  const { child, running } = launch(dataDir, options);
  const { stdout } = child;
  if (!stdout) throw new Error('a server that speaks to somebody else does not tell us its address');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const [found] = /https?:\/\/[^/\s"]+/.exec(line) ?? [];
      if (found) resolve(found);
    });
    void running.ended.then(({ code, stderr }) =>
      reject(new Error(`the server ended with ${code}: ${stderr}`)),
    );
  });
  return {
    ...running,
    address,
    readyMs: performance.now() - startedAt,
    async kill() {
      child.kill('SIGKILL');
      await running.ended;
    },
    stop() {
      child.kill('SIGTERM');
      return running.ended;
    },
  };
}

function launch(dataDir: string, options: RunOptions) {
  const {
    env,
    entry = builtServer,
    args: given = [],
    uid,
    gid,
    fileBlocks,
    openFiles,
    stdout: sink,
  } = options;
  const startedAt = performance.now();
  const command = [process.execPath, entry, ...given];
  const limits = [
    ...(fileBlocks === undefined ? [] : [`ulimit -f ${fileBlocks}`]),
    ...(openFiles === undefined ? [] : [`ulimit -n ${openFiles}`]),
  ];
  if (limits.length > 0) command.unshift('/bin/sh', '-c', `${limits.join('; ')}; exec "$@"`, 'sh');
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: serverEnvironment(dataDir, env),
    stdio: ['ignore', sink ?? 'pipe', 'pipe'],
    uid,
    gid,
  });
  children.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    children.delete(child);
    return { code, signal, stdout, stderr, elapsedMs: performance.now() - startedAt };
  });
  return { child, running: { pid: child.pid ?? 0, output: () => stdout, ended } };
}

/** Kills what the tests have left running, their databases included. For `afterEach`. */
export async function killLeftovers(...dataDirs: readonly string[]): Promise<void> {
  for (const child of children) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
  // Not every directory that a test names has got as far as a database.
  for (const dataDir of dataDirs)
    await findCluster(dataDir)
      .then(clearCluster)
      .catch(() => undefined);
}

/** The living processes of a data directory's database. */
export async function databaseProcesses(dataDir: string): Promise<number[]> {
  return findCluster(dataDir)
    .then(listClusterProcesses)
    .catch(() => []);
}

/** Sends a signal to every process of a data directory's database. */
export async function signalDatabase(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await databaseProcesses(dataDir)) sendSignal(pid, signal);
}

/** A temporary directory that the database's user can pass through when we are root. `remove` ends what runs in it. */
export async function createTemporaryDirectory(prefix: string) {
  const path = await mkdtemp(join(tmpdir(), prefix));
  await chmod(path, 0o711);
  return {
    path,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
