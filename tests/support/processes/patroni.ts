import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connectionStringOf, type ConnectionString } from '#server/db/connection-string.ts';
import { choosePort } from '#server/db/private-postgres/address.ts';
import { chooseDatabaseUser, type DatabaseUser } from '#server/db/private-postgres/database-user.ts';
import { hasEnded, killOnExit } from '#server/db/private-postgres/kill-on-exit.ts';
import { sendSignal } from '#server/system/process-table.ts';
import { createTemporaryDirectory, signalCluster } from './run-server.ts';

const run = promisify(execFile);
const deploy = fileURLToPath(new URL('../../../deploy/patroni/', import.meta.url));
/** Creating a cluster, or copying one to a new machine. */
const READY_WITHIN_MS = 240_000;
/** Password of the product's role. */
const PASSWORD = 'quotemill-for-tests-1';

/** The programs of a cluster, where Debian's packages put them. */
const programs = {
  patroni: '/usr/bin/patroni',
  patronictl: '/usr/bin/patronictl',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/pg_rewind',
};

/** The names of the programs that this machine lacks. */
export const missingPrograms = (): string[] =>
  Object.entries(programs)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);

interface Ports {
  postgres: number;
  patroni: number;
  etcd: number;
  etcdPeer: number;
}

/** One simulated machine: etcd, Patroni and PostgreSQL. */
export interface Machine {
  name: string;
  ports: Ports;
  directory: string;
  etcd?: ChildProcess;
  patroni?: ChildProcess;
}

type Changes = readonly (readonly [from: string, to: string])[];

/** Throws when a text to replace is missing. */
async function adapt(file: string, changes: Changes): Promise<string> {
  const text = await readFile(join(deploy, file), 'utf8');
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/patroni/${file} does not say "${from}"`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Every address of the sample, `10.0.0.11` to `10.0.0.13`, becomes a port of the loopback. */
const addressChanges = (machines: readonly Machine[], port: number, of: keyof Ports): Changes =>
  machines.map(({ ports }, n) => [`10.0.0.1${n + 1}:${port}`, `127.0.0.1:${ports[of]}`] as const);

/** The files of deploy/patroni, adapted to three machines on the loopback. */
export async function adaptPatroniFiles(machine: Machine, machines: readonly Machine[], port: number) {
  const { directory, name, ports } = machine;
  const own = (from: number, to: number) => [`10.0.0.11:${from}`, `127.0.0.1:${to}`] as const;
  const nameOf = (key: string) => [`${key}_NAME=db1`, `${key}_NAME=${name}`] as const;
  return {
    patroni: await adapt('config.yml', [
      ['0.0.0.0:8008', `127.0.0.1:${ports.patroni}`],
      ['0.0.0.0:5432', `127.0.0.1:${ports.postgres}`],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['/var/lib/postgresql/15/quotemill', join(directory, 'data')],
      ['/var/lib/postgresql/.pgpass-patroni', join(directory, 'pgpass')],
      ['/var/run/postgresql', directory],
    ]),
    patroniEnvironment: await adapt('patroni_env.conf.example', [
      nameOf('PATRONI'),
      own(8008, ports.patroni),
      own(5432, ports.postgres),
      ...addressChanges(machines, 2379, 'etcd'),
    ]),
    etcdEnvironment: await adapt('etcd.env.example', [
      nameOf('ETCD'),
      ['/var/lib/etcd/default', join(directory, 'etcd')],
      [
        'ETCD_LISTEN_PEER_URLS=http://10.0.0.11:2380',
        `ETCD_LISTEN_PEER_URLS=http://127.0.0.1:${ports.etcdPeer}`,
      ],
      ['PEER_URLS=http://10.0.0.11:2380', `PEER_URLS=http://127.0.0.1:${ports.etcdPeer}`],
      own(2379, ports.etcd),
      ...addressChanges(machines, 2380, 'etcdPeer'),
    ]),
    haproxy: await adapt('haproxy.cfg', [
      ['log /dev/log local0', 'log stderr format raw daemon'],
      ['    user haproxy\n    group haproxy\n', ''],
      ['127.0.0.1:5000', `127.0.0.1:${port}`],
      ...machines.map(
        ({ ports: each }, n) =>
          [
            `10.0.0.1${n + 1}:5432 check port 8008`,
            `127.0.0.1:${each.postgres} check port ${each.patroni}`,
          ] as const,
      ),
    ]),
  };
}

const readEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Three machines of deploy/patroni and its HAProxy, in processes of this machine. */
export interface PatroniCluster {
  /** Through HAProxy. */
  url: ConnectionString;
  leader(): Promise<Machine>;
  synchronousStandby(): Promise<Machine>;
  /** Directly, for checks. */
  urlOf(machine: Machine): ConnectionString;
  /** Sends a signal to everything that runs on a machine. */
  signal(machine: Machine, signal: NodeJS.Signals): Promise<void>;
  /** Kills every process of a machine's PostgreSQL. */
  killDatabase(machine: Machine): Promise<void>;
  /** Starts the processes that are not running. */
  start(machine: Machine): Promise<void>;
  /** Resolves once all machines run, both standbys stream from the leader and one confirms its commits. */
  settled(): Promise<void>;
  switchOver(): Promise<void>;
  close(): Promise<void>;
}

export const newMachine = (name: string, directory: string, ports: Ports): Machine => ({
  name,
  directory,
  ports,
});

async function freePort(): Promise<number> {
  const address = await choosePort();
  if (address.kind !== 'port') throw new Error('no port');
  return address.port;
}

export async function startPatroni(): Promise<PatroniCluster> {
  // A socket's path must be short.
  const home = await createTemporaryDirectory('qm-patroni-');
  const user = await chooseDatabaseUser(home.path);
  const machines: Machine[] = [];
  for (const name of ['db1', 'db2', 'db3']) {
    const ports = {
      postgres: await freePort(),
      patroni: await freePort(),
      etcd: await freePort(),
      etcdPeer: await freePort(),
    };
    machines.push(newMachine(name, home.at(name), ports));
  }
  const port = await freePort();
  const url = (host: number) =>
    connectionStringOf(new URL(`postgresql://quotemill:${PASSWORD}@127.0.0.1:${host}/quotemill`));

  /** The last output of Patroni and HAProxy, for failures. */
  const words = new Map<string, string>();

  function launch(program: string, args: string[], env: NodeJS.ProcessEnv, name = program): ChildProcess {
    const child = spawn(program, args, {
      ...user,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', program === programs.etcd ? 'ignore' : 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words.set(name, ((words.get(name) ?? '') + text).slice(-3_000));
    });
    killOnExit(child, 'SIGKILL');
    return child;
  }

  const filesOf = (machine: Machine) => adaptPatroniFiles(machine, machines, port);

  async function start(machine: Machine): Promise<void> {
    const files = await filesOf(machine);
    if (!machine.etcd || hasEnded(machine.etcd)) {
      machine.etcd = launch(programs.etcd, [], readEnvironment(files.etcdEnvironment));
    }
    if (!machine.patroni || hasEnded(machine.patroni)) {
      const config = join(machine.directory, 'config.yml');
      machine.patroni = launch(
        programs.patroni,
        [config],
        readEnvironment(files.patroniEnvironment),
        machine.name,
      );
    }
  }

  async function signal(machine: Machine, name: NodeJS.Signals): Promise<void> {
    // Patroni first: it must not start the database again.
    const running = [machine.patroni, machine.etcd].filter((child) => child && !hasEnded(child));
    const ended = running.map((child) => once(child!, 'exit'));
    for (const child of running) sendSignal(child?.pid ?? 0, name);
    await signalCluster(join(machine.directory, 'data'), name).catch(() => undefined);
    if (name === 'SIGKILL') await Promise.all(ended);
  }

  async function asks({ ports }: Machine, path: string): Promise<boolean> {
    try {
      const url = `http://127.0.0.1:${ports.patroni}${path}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      await answer.arrayBuffer();
      return answer.status === 200;
    } catch {
      return false; // down or frozen
    }
  }

  async function which(path: string): Promise<Machine[]> {
    const answers = await Promise.all(machines.map((machine) => asks(machine, path)));
    return machines.filter((_, n) => answers[n]);
  }

  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + READY_WITHIN_MS;
    while (!(await holds())) {
      if (performance.now() > end) {
        const output = [...words].map(([name, text]) => `${name}:\n${text}`).join('\n');
        throw new Error(`${what}: not within ${READY_WITHIN_MS / 1_000} s\n${output}`);
      }
      await delay(200);
    }
  }

  async function settled(): Promise<void> {
    await until('the cluster is whole', async () => {
      const [leaders, replicas, synchronous] = await Promise.all(
        ['/primary', '/replica', '/synchronous'].map(which),
      );
      const [leading] = leaders ?? [];
      if (!leading || replicas?.length !== 2 || synchronous?.length !== 1) return false;
      // A standby that is still to be rewound is a replica for Patroni, but does not stream.
      const streaming = "select count(*) from pg_stat_replication where state = 'streaming'";
      return (await query(leading, streaming, user).catch(() => '')) === '2';
    });
  }

  async function find(path: string): Promise<Machine> {
    const [found] = await which(path);
    if (!found) throw new Error(`no machine is ${path}`);
    return found;
  }
  const leader = () => find('/primary');

  for (const machine of machines) {
    await mkdir(machine.directory, { mode: 0o700 });
    await writeFile(join(machine.directory, 'config.yml'), (await filesOf(machine)).patroni);
    if (user.uid !== undefined && user.gid !== undefined) await chown(machine.directory, user.uid, user.gid);
  }
  const haproxyFile = home.at('haproxy.cfg');
  await writeFile(haproxyFile, (await filesOf(machines[0]!)).haproxy);
  const haproxy = launch(programs.haproxy, ['-db', '-f', haproxyFile], {});
  for (const machine of machines) await start(machine);
  await settled();
  await createDatabase(await leader(), user);

  return {
    url: url(port),
    leader,
    synchronousStandby: () => find('/synchronous'),
    urlOf: ({ ports }) => url(ports.postgres),
    signal,
    killDatabase: ({ directory }) => signalCluster(join(directory, 'data'), 'SIGKILL'),
    start,
    settled,
    async switchOver() {
      const { name } = await leader();
      const { directory } = machines[0]!;
      const args = [
        '-c',
        join(directory, 'config.yml'),
        'switchover',
        'quotemill',
        '--leader',
        name,
        '--force',
      ];
      const { patroniEnvironment } = await filesOf(machines[0]!);
      await run(programs.patronictl, args, {
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...readEnvironment(patroniEnvironment) },
      });
    },
    async close() {
      for (const machine of machines) await signal(machine, 'SIGKILL');
      haproxy.kill('SIGKILL');
      await home.remove();
    },
  };
}

/** As docs/operations.md says, but through the socket of the machine itself. */
async function createDatabase(machine: Machine, user: DatabaseUser): Promise<void> {
  await query(machine, `create role quotemill login password '${PASSWORD}' connection limit 80`, user);
  await query(machine, 'create database quotemill owner quotemill', user);
}

/** Runs a statement as the superuser through the machine's socket and resolves with the values of its answer. */
async function query({ directory, ports }: Machine, statement: string, user: DatabaseUser): Promise<string> {
  const args = ['-XAtq', '-h', directory, '-p', String(ports.postgres), '-U', 'postgres', '-c', statement];
  const { stdout } = await run('/usr/lib/postgresql/15/bin/psql', args, {
    ...user,
    cwd: '/',
    timeout: 5_000,
  });
  return stdout.trim();
}
