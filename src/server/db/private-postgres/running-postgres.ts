import { findProcess } from '../../process-table.ts';
import { toConnectionString } from './address.ts';
import { findCluster, readPassword } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/** The connection string of the private database that a running server keeps, for the command line beside it. */
export async function findRunningPostgres(dataDirectory: string): Promise<string | undefined> {
  const cluster = await findCluster(dataDirectory);
  const file = await readPostmasterFile(cluster);
  if (!file?.isReady || !(await findProcess(file.pid))) return undefined;
  const address = file.socketDirectory
    ? { kind: 'socket' as const, directory: file.socketDirectory }
    : { kind: 'port' as const, port: file.port };
  return toConnectionString(address, await readPassword(cluster));
}
