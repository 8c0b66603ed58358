import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { describeFileError, errorCode } from '#server/system/file-errors.ts';
import { StartError } from '#server/start/start-error.ts';
import { databaseName, roleName } from './address.ts';
import type { Binaries } from './binaries.ts';
import { canAccess, type DatabaseUser } from './database-user.ts';
import { killOnExit } from './kill-on-exit.ts';

/** A file in the cluster with the password of the server's role, so that the two stay together. */
const passwordFile = 'quotemill-password';
/** A file in the data directory with the path of the cluster's home, if the cluster could not be placed there. */
const pointerFile = 'postgres-location';
export const systemHome = '/var/lib/quotemill';
const temporaryPrefix = 'postgres.initialising-';

/** Only our role may connect, from this machine only; the superuser cannot connect at all. */
const hostBasedAuthentication = `local all ${roleName} scram-sha-256\nhost all ${roleName} 127.0.0.1/32 scram-sha-256\n`;

/** The environment of PostgreSQL's programs: nothing that changes their behaviour (PGDATA, LD_LIBRARY_PATH, …). */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * The directory for the cluster (and for a copy of the programs, if needed): the data directory itself, or one below
 * /var/lib when the database's user cannot reach it (e.g. under /root). The choice is stored, so that it survives
 * later changes of permissions.
 */
export async function chooseClusterHome(
  dataDirectory: DataDirectoryPath,
  user: DatabaseUser,
): Promise<string> {
  const storedHome = await readPointer(dataDirectory);
  if (storedHome) return storedHome;
  if ((await exists(join(dataDirectory, 'postgres'))) || (await canAccess(user, dataDirectory, '-x'))) {
    return dataDirectory;
  }
  const home = join(systemHome, createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16));
  await mkdir(home, { recursive: true, mode: 0o711 }).catch((error: unknown) => {
    throw new StartError(
      `以 root 启动时数据库用户进不了 ${dataDirectory}，而 ${home} 又无法创建（${describeFileError(error)}）：请把 DATA_DIR 设到别处。`,
      { cause: error },
    );
  });
  await writeFile(join(dataDirectory, pointerFile), `${home}\n`, { mode: 0o644, flush: true });
  return home;
}

/** The path of a data directory's cluster, which may not exist yet. */
export async function findCluster(dataDirectory: DataDirectoryPath): Promise<string> {
  return join((await readPointer(dataDirectory)) ?? dataDirectory, 'postgres');
}

export async function readPassword(cluster: string): Promise<string> {
  return (await readFile(join(cluster, passwordFile), 'utf8')).trim();
}

/**
 * Creates the cluster unless it exists: in a temporary directory, which is renamed once role, database and password are
 * complete.
 * @throws StartError for a cluster of another major version, or when creation fails (e.g. on a full disk); a failed
 * creation leaves nothing behind
 */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  user: DatabaseUser,
): Promise<'created' | 'found'> {
  await removeUnfinished(dirname(cluster));
  if (await exists(cluster)) {
    await checkVersion(cluster, binaries);
    return 'found';
  }
  const temporary = join(dirname(cluster), `${temporaryPrefix}${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(temporary, { mode: 0o700 });
    await changeOwner(temporary, user);
    await initialise(temporary, binaries, user);
    await rename(temporary, cluster);
    await syncDirectory(dirname(cluster));
    return 'created';
  } catch (error) {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
    if (error instanceof StartError) throw error;
    throw new StartError(`无法在 ${cluster} 创建数据库：${describeFileError(error)}。`, { cause: error });
  }
}

async function initialise(directory: string, binaries: Binaries, user: DatabaseUser): Promise<void> {
  const options = [
    '--encoding=UTF8',
    '--locale=C',
    '--auth=reject',
    '--username=postgres',
    '--no-instructions',
  ];
  await runTool(binaries.initdb, ['-D', directory, ...options], user);

  const password = randomBytes(32).toString('base64url');
  // In single-user mode, so that the cluster is complete before the rename. One statement per line.
  const statements = [
    `create role ${roleName} login createdb password '${password}'`,
    `grant pg_monitor, pg_checkpoint to ${roleName}`,
    `create database ${databaseName} owner ${roleName}`,
  ];
  const singleUserOptions = [
    '--single',
    '-D',
    directory,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_checkpoints=off',
    'postgres',
  ];
  await runTool(binaries.postgres, singleUserOptions, user, statements.map((line) => `${line};\n`).join(''));

  const hba = join(directory, 'pg_hba.conf');
  await writeFile(hba, hostBasedAuthentication, { mode: 0o600, flush: true });
  const secret = join(directory, passwordFile);
  await writeFile(secret, `${password}\n`, { mode: 0o600, flush: true });
  await changeOwner(secret, user);
}

function runTool(file: string, args: string[], user: DatabaseUser, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...user,
      env: postgresEnvironment,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    killOnExit(child, 'SIGTERM');
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    // The program may end before it has read everything; its exit code tells why.
    child.stdin.on('error', () => undefined).end(input);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(lastErrorLine(output)))));
  });
}

/** The line of a program's output that explains its failure. */
export function lastErrorLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const errorLine = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? '';
  if (output.includes('No space left on device')) return '磁盘空间不足';
  return errorLine.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '') || '没有给出原因';
}

async function readPointer(dataDirectory: DataDirectoryPath): Promise<string | undefined> {
  const home = await readFile(join(dataDirectory, pointerFile), 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (home !== undefined && !(await exists(home))) {
    throw new StartError(
      `${join(dataDirectory, pointerFile)} 指明数据库在 ${home}，但那里什么也没有：请恢复该目录，或删除此文件以重新创建数据库。`,
    );
  }
  return home;
}

async function checkVersion(cluster: string, binaries: Binaries): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw new StartError(`无法读取数据库目录 ${cluster}：${describeFileError(error)}。`, { cause: error });
  });
  if (version.trim() === binaries.majorVersion) return;
  throw new StartError(
    `${cluster} 是 PostgreSQL ${version.trim()} 的数据库，而本程序带的是 ${binaries.majorVersion}：请先用旧版本备份，再恢复到新目录。`,
  );
}

async function removeUnfinished(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(temporaryPrefix));
  await Promise.all(
    names.map((name) => rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })),
  );
}

async function changeOwner(path: string, { uid, gid }: DatabaseUser): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  await chown(path, uid, gid);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
}

/** Flushes the directory, so that the rename survives a power loss. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
