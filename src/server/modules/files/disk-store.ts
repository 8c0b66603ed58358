import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, undefinedIfMissing } from '#server/system/file-errors.ts';
import { isKey, newKey, type FileStore, type StoredObject } from './file-store.ts';
import { withStorageErrors } from './storage-failure.ts';

const PRIVATE_MODE = 0o700;
const BATCH = 500;

/**
 * Stores files in a local directory, under `ab/cd/abcd…`, so that no folder grows too large. A file is written to `incoming`,
 * flushed and moved, so that stored files are always complete.
 */
export function createDiskStore(directory: string): FileStore {
  const incoming = join(directory, 'incoming');
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key.slice(2, 4), key);

  async function makeFolder(path: string): Promise<void> {
    for (const folder of [dirname(path), path]) {
      const isNew = await mkdir(folder, { mode: PRIVATE_MODE }).then(
        () => true,
        (error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
          return false;
        },
      );
      if (isNew) await flushFolder(dirname(folder));
    }
  }

  return {
    kind: 'disk',
    incoming,
    async open() {
      await mkdir(incoming, { recursive: true, mode: PRIVATE_MODE });
    },
    put: (key, content) =>
      withStorageErrors(async () => {
        const path = pathOf(key);
        const source = Buffer.isBuffer(content) ? join(incoming, newKey()) : content.path;
        if (Buffer.isBuffer(content)) await writeFlushed(source, content);
        await makeFolder(dirname(path));
        await rename(source, path);
        await flushFolder(dirname(path));
      }),
    async read(key) {
      const handle = await open(pathOf(key)).catch(undefinedIfMissing);
      return handle?.createReadStream();
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => listFolder(directory, ['incoming']),
    failure: () =>
      access(incoming, constants.W_OK).then(
        () => '',
        () => '存放文件的目录无法写入',
      ),
  };
}

/** Writes and flushes a new file; a failure leaves none. */
async function writeFlushed(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable. Windows neither supports this nor needs it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFolder(path: string, except: readonly string[]): AsyncGenerator<StoredObject[]> {
  const folder = await opendir(path).catch(undefinedIfMissing);
  if (!folder) return;
  let batch: StoredObject[] = [];
  for await (const entry of folder) {
    const entryPath = join(path, entry.name);
    if (entry.isDirectory() && !except.includes(entry.name)) yield* listFolder(entryPath, []);
    if (!entry.isFile() || !isKey(entry.name)) continue;
    // The file may have been removed meanwhile.
    const stats = await stat(entryPath).catch(undefinedIfMissing);
    if (stats) batch.push({ key: entry.name, modifiedAt: stats.mtime });
    if (batch.length === BATCH) yield batch.splice(0);
  }
  if (batch.length > 0) yield batch;
}
