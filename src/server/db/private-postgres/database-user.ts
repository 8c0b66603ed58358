import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { describeFileError, errorCode } from '#server/system/file-errors.ts';
import { StartError } from '#server/start/start-error.ts';

const run = promisify(execFile);

/** The user of the database processes, as `spawn` options. Empty: the current user. */
export interface DatabaseUser {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root. Under root it runs as the owner of the existing cluster, else as `postgres`,
 * else as `nobody`. Almost every system has one of the two, so no user has to be created.
 */
export async function chooseDatabaseUser(cluster: string): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (user) return user;
  throw new StartError(
    '内置 PostgreSQL 不能以 root 运行，而系统中没有 postgres 或 nobody 用户：请改用普通用户启动，或设置 DATABASE_URL。',
  );
}

/** Whether the user can traverse every parent of `path` and open it; tested by trying, so that ACLs count too. */
export async function canAccess(user: DatabaseUser, path: string, test: '-r' | '-x'): Promise<boolean> {
  if (user.uid === undefined) return true;
  try {
    await run('/bin/sh', ['-c', `test ${test} "$0"`, path], { ...user, cwd: '/' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return false;
    throw new StartError(
      `内置 PostgreSQL 不能以 root 运行，而切换到普通用户失败（${describeFileError(error)}）：请改用普通用户启动，或设置 DATABASE_URL。`,
      { cause: error },
    );
  }
}

async function lookUp(name: string): Promise<DatabaseUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    // `id` exits with 1 for an unknown name; if `id` itself is missing, no user can be looked up.
    if (errorCode(error) === undefined || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
