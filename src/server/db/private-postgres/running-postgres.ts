import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { findProcess } from '#server/system/process-table.ts';
import { toConnectionString } from './address.ts';
import { findCluster, readPassword } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/** The connection string of a running server's private database, for command-line tools. */
export async function findRunningPostgres(
  dataDirectory: DataDirectoryPath,
): Promise<ConnectionString | undefined> {
  const cluster = await findCluster(dataDirectory);
  const file = await readPostmasterFile(cluster);
  if (!file?.isReady || !(await findProcess(file.pid))) return undefined;
  const address = file.socketDirectory
    ? { kind: 'socket' as const, directory: file.socketDirectory }
    : { kind: 'port' as const, port: file.port };
  return toConnectionString(address, await readPassword(cluster));
}
