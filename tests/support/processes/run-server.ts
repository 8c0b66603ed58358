import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { stopClusterProcesses, listClusterProcesses } from '#server/db/private-postgres/cluster-processes.ts';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { findRunningPostgres } from '#server/db/private-postgres/running-postgres.ts';
import { sendSignal } from '#server/system/process-table.ts';
import { toDataDirectoryPath, type DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { liftQuota } from '../app/lift-quota.ts';
import { withClient } from '../app/with-client.ts';

/** The built server, started as an operator would. */
export const builtServer = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));

/** The built command line. */
export const builtCli = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));

/** The passwords of `admin` and `demo` that the servers of the tests create. */
export const passwords = { admin: 'admin-for-faults-1', demo: 'demo-for-faults-1' };

/** The token with which the tests read a server's figures. */
export const metricsToken = 'a-token-of-the-tests';

export interface RunOptions {
  /** Settings in addition to those of `serverEnvironment`. */
  env?: Record<string, string>;
  /** The program, the server's own by default; `node` runs it. */
  entry?: string;
  /** The arguments of the program. */
  args?: string[];
  uid?: number;
  gid?: number;
  /** Runs it in a separate process namespace, like a container: see `canUnshare`. */
  unshared?: boolean;
  /** File size limit in blocks of 512 or 1,024 bytes; simulates a full disk where none can be mounted. */
  fileBlocks?: number;
  /** Limit of open files and connections. */
  openFiles?: number;
  /** File descriptor for its standard output instead of ours. */
  stdout?: number;
}

/** How a process ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Since its start. */
  elapsedMs: number;
}

export interface RunningProcess {
  pid: number;
  /** Its standard output so far. */
  output(): string;
  ended: Promise<Ended>;
}

export interface ServerProcess extends RunningProcess {
  /** `http://127.0.0.1:43210` */
  address: string;
  /** From the process' start until it printed its address. */
  readyMs: number;
  /** Kills it at once. */
  kill(): Promise<void>;
  /** Stops it as an operator would. */
  stop(): Promise<Ended>;
}

const children = new Set<ChildProcess>();

/** The server's environment, independent of this process: any free port, no captcha, known passwords. */
export function serverEnvironment(
  dataDir: DataDirectoryPath,
  env: Record<string, string> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: '0',
    LOGIN_CAPTCHA: 'off',
    ADMIN_PASSWORD: passwords.admin,
    CUSTOMER_PASSWORD: passwords.demo,
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: metricsToken,
    ...env,
  };
}

/** Starts the server without waiting for its outcome. */
export function launchServer(dataDir: DataDirectoryPath, options: RunOptions = {}): RunningProcess {
  return launch(dataDir, options).running;
}

/** Starts the server and waits until it prints its address. Throws with the server's output when it exits instead. */
export async function runServer(
  dataDir: DataDirectoryPath,
  options: RunOptions = {},
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const { child, running } = launch(dataDir, options);
  const { stdout } = child;
  if (!stdout) throw new Error('a server that speaks to somebody else does not tell us its address');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      // The log names the port before the database is ready; the banner comes last and is not JSON.
      const [found] = line.startsWith('{') ? [] : (/https?:\/\/[^/\s"]+/.exec(line) ?? []);
      if (found) resolve(found);
    });
    void running.ended.then(({ code, stderr }) =>
      reject(new Error(`the server ended with ${code}: ${stderr}`)),
    );
  });
  const readyMs = performance.now() - startedAt;
  await liftQuotaOf(dataDir, options);
  return {
    ...running,
    address,
    readyMs,
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

/** The customers of its database make thousands of quotations an hour. */
async function liftQuotaOf(dataDir: DataDirectoryPath, { env }: RunOptions): Promise<void> {
  const connectionString = env?.['DATABASE_URL'] ?? (await findRunningPostgres(dataDir));
  if (connectionString === undefined) return;
  await withClient(connectionString, liftQuota);
}

/** When the command ends, so do all processes in the namespace, databases included. */
const unshare = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];

/** Whether this machine permits process namespaces: they need root, and more in a container. */
export const canUnshare = (): boolean => spawnSync(unshare[0]!, [...unshare.slice(1), 'true']).status === 0;

function launch(dataDir: DataDirectoryPath, options: RunOptions) {
  const {
    env,
    entry = builtServer,
    args: given = [],
    uid,
    gid,
    unshared = false,
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
  if (unshared) command.unshift(...unshare);
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

/** Kills processes that tests left running, databases included. For `afterEach`. */
export async function killLeftovers(...dataDirs: readonly DataDirectoryPath[]): Promise<void> {
  for (const child of children) {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
  // The directory may have no database yet.
  for (const dataDir of dataDirs)
    await findCluster(dataDir)
      .then(stopClusterProcesses)
      .catch(() => undefined);
}

/** The running processes of a data directory's database. */
export async function databaseProcesses(dataDir: DataDirectoryPath): Promise<number[]> {
  return findCluster(dataDir)
    .then(listClusterProcesses)
    .catch(() => []);
}

/** Sends a signal to every process of a data directory's database. */
export async function signalDatabase(dataDir: DataDirectoryPath, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await databaseProcesses(dataDir)) sendSignal(pid, signal);
}

/** Sends a signal to every process of a cluster. */
export async function signalCluster(cluster: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await listClusterProcesses(cluster)) sendSignal(pid, signal);
}

/** A temporary directory that the database's user can pass through when we are root. `remove` ends what runs in it. */
export async function createTemporaryDirectory(prefix: string) {
  const path = toDataDirectoryPath(await mkdtemp(join(tmpdir(), prefix)));
  await chmod(path, 0o711);
  return {
    path,
    at: (name: string) => toDataDirectoryPath(join(path, name)),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
