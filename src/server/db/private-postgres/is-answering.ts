import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { errorCode } from '#server/system/file-errors.ts';
import { socketName, toConnectionString } from './address.ts';
import { readPassword } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

const TIMEOUT_MS = 2_000;

/**
 * Whether a postmaster answers for the cluster, wherever its process is: a socket in a shared directory reaches processes
 * in other containers, /proc does not. A frozen postmaster counts too, because its socket accepts the connection.
 */
export async function isAnswering(cluster: string): Promise<boolean> {
  if (await acceptsConnections(join(cluster, socketName))) return true;
  const port = await portOf(cluster);
  return port !== undefined && isOurs(cluster, port);
}

/** Only PostgreSQL creates a socket of this name in the cluster. */
async function acceptsConnections(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch (error) {
    // Any other error (a full queue of connections, a missing permission) means that a postmaster is running.
    return !['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENAMETOOLONG', 'EINVAL'].includes(errorCode(error) ?? '');
  } finally {
    socket.destroy();
  }
}

/** The port of a postmaster that has no socket. */
async function portOf(cluster: string): Promise<number | undefined> {
  const file = await readPostmasterFile(cluster);
  return file && file.socketDirectory === '' && file.port > 0 ? file.port : undefined;
}

/** The port may now belong to another program: only our postmaster accepts the cluster's password. */
async function isOurs(cluster: string, port: number): Promise<boolean> {
  const password = await readPassword(cluster);
  const connectionString = toConnectionString({ kind: 'port', port }, password);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // 57P03: it is starting or stopping.
    return errorCode(error) === '57P03';
  } finally {
    await client.end().catch(() => undefined);
  }
}
