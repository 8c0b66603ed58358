import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  path: string;
  /** Makes it read-only or writable; nothing may be open for writing. */
  makeReadOnly(isReadOnly: boolean): Promise<void>;
  /** Fills it until at most this many bytes are free. */
  fill(leaving: number): Promise<void>;
  /** Removes the filling. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/**
 * A separate in-memory disk at `path`, writable or read-only. Undefined where mounting is not permitted: it needs root, and more
 * in a container.
 */
export async function mountSmallDisk(path: string, options: string): Promise<SmallDisk | undefined> {
  await mkdir(path, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options, 'quotemill-test', path]);
  } catch {
    return undefined;
  }
  const filler = `${path}/filler`;
  return {
    path,
    async makeReadOnly(isReadOnly) {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]);
    },
    async fill(leaving) {
      const handle = await open(filler, 'a');
      try {
        // Other processes write there too and may take the last bytes.
        for (let more = await freeBytes(path); more > leaving; more = await freeBytes(path)) {
          const bytes = Math.min(more - leaving, 8 * 1024 ** 2);
          const isFull = await handle.appendFile(Buffer.alloc(bytes)).then(
            () => false,
            () => true,
          );
          if (isFull) return;
        }
      } finally {
        await handle.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', ['--lazy', path]);
    },
  };
}

/** Free bytes. */
async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
