import { join } from 'node:path';
import type { FileStoreConfig } from '#server/file-store-settings.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

/** The store that the configuration names, not opened yet. */
export function createFileStore(config: FileStoreConfig, dataDir: string): FileStore {
  const directory = join(dataDir, 'files');
  return config.kind === 'disk' ? createDiskStore(directory) : createS3Store(config, directory);
}
