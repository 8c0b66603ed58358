import { access, mkdir, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { secondText } from '#domain/shanghai-time.ts';
import { lockDirectory, LockHeldError } from './directory-lock.ts';
import { describeFileError, errorCode } from '#server/system/file-errors.ts';
import { StartError } from '#server/start/start-error.ts';

declare const brand: unique symbol;
/**
 * The absolute path of a data directory. The brand prevents passing other strings, such as a connection string.
 */
export type DataDirectoryPath = string & { readonly [brand]: 'data directory' };

export const toDataDirectoryPath = (path: string) => resolve(path) as DataDirectoryPath;

/** The server's data directory, locked by this process until `release`. */
export interface DataDirectory {
  /** Symbolic links are resolved. */
  readonly path: DataDirectoryPath;
  /** Releases the lock; further calls do nothing. */
  release(): Promise<void>;
}

/**
 * An empty cluster takes 40 MB, and its write-ahead log grows to 512 MB under load. With less free space than this, the
 * disk would be full within days.
 */
const MIN_FREE_BYTES = 200 * 1024 * 1024;

/**
 * Creates the directory when absent and locks it for this process. An existing one is opened even on a full disk, so that
 * its data can still be read and deleted.
 * @throws StartError when it is not writable, is new with less than 200 MB free, or is locked by another process
 */
export async function openDataDirectory(
  path: DataDirectoryPath,
  { minimumFree = MIN_FREE_BYTES }: { minimumFree?: number } = {},
): Promise<DataDirectory> {
  try {
    if (!(await hasBeenUsed(path))) await checkFreeSpace(path, minimumFree);
    // Under root, the database runs as another user, who must be able to traverse the directory (not to list it).
    await createDirectory(path, process.getuid?.() === 0 ? 0o711 : 0o700);
    const resolvedPath = toDataDirectoryPath(await realpath(path));
    const lock = await lockDirectory(join(resolvedPath, 'lock'));
    return { path: resolvedPath, release: () => lock.release() };
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof LockHeldError) throw new StartError(describeHolder(path, error), { cause: error });
    throw new StartError(`数据目录 ${path} 无法使用：${describeFileError(error)}。`, { cause: error });
  }
}

const hasBeenUsed = (path: string) =>
  access(join(path, 'lock')).then(
    () => true,
    () => false,
  );

async function checkFreeSpace(path: string, minimumFree: number): Promise<void> {
  const existing = await nearestExisting(path);
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  if (free >= minimumFree) return;
  throw new StartError(
    `数据目录 ${path} 所在磁盘只剩 ${toMegabytes(free)} MB，至少需要 ${toMegabytes(minimumFree)} MB。`,
  );
}

/**
 * Creates one level at a time: Node's recursive mkdir hides the cause of a failure (a read-only disk becomes ENOENT) or
 * never ends (below /proc).
 */
async function createDirectory(path: string, mode: number): Promise<void> {
  if (await createLevel(path, mode)) return;
  if (dirname(path) !== path) await createDirectory(dirname(path), mode);
  if (await createLevel(path, mode)) return;
  throw new StartError(`数据目录 ${path} 无法使用：无法在此创建目录。`);
}

/** False if the parent is missing. An existing directory is fine: another process may start at the same time. */
async function createLevel(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return true;
}

/** The directory itself, or its nearest existing ancestor. */
async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && dirname(path) !== path) return nearestExisting(dirname(path));
    throw error;
  }
}

function describeHolder(path: string, { holder, isElsewhere }: LockHeldError): string {
  const since = secondText(holder.since);
  return (
    `数据目录 ${path} 正被${isElsewhere ? '另一个容器或主机中的' : ''}进程 ${holder.pid} 使用（主机 ${holder.host}，自 ${since} 起）：` +
    `请先停止它，或用 DATA_DIR 另选目录。`
  );
}

function toMegabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}
