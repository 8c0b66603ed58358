import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  path: string;
  unmount(): Promise<void>;
}

/**
 * A disk of its own in memory, writable or read-only, at `path`. Undefined where nobody lets us mount: that takes root, and in a
 * container more than that.
 */
export async function mountSmallDisk(path: string, options: string): Promise<SmallDisk | undefined> {
  await mkdir(path, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options, 'quotemill-test', path]);
  } catch {
    return undefined;
  }
  return {
    path,
    async unmount() {
      await run('umount', ['--lazy', path]);
    },
  };
}

/** Bytes that may still be written there. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
