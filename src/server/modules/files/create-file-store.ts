import { join } from 'node:path';
import type { FileStoreConfig } from '#server/config/file-store-settings.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

/** Creates the configured store; the caller opens it. */
export function createFileStore(config: FileStoreConfig, dataDir: DataDirectoryPath): FileStore {
  const directory = join(dataDir, 'files');
  return config.kind === 'disk' ? createDiskStore(directory) : createS3Store(config, directory);
}
