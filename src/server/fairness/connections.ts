import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '#server/fairness/address-key.ts';

export interface ConnectionLimits {
  /** Beyond this number the process accepts connections of proxies only. */
  total: number;
  /** From this number on, a new connection replaces those that have been idle longest. */
  nearlyFull: number;
  /** Beyond this number, a new connection replaces an idle one of its address, or is closed. */
  perAddress: number;
}

const defaultLimits: ConnectionLimits = { total: 2_000, nearlyFull: 1_500, perAddress: 500 };
/** A younger connection may be about to send its request. */
const IDLE_MS = 1_000;

interface Connection {
  address: string;
  /** Requests in progress. */
  requests: number;
  idleSince: number;
}

/**
 * Closes idle connections when the port is full: browsers keep them open for a minute, and 2,000 idle ones would block
 * all users. A connection is idle before its first request, even with half a header, and between two requests. Those of
 * a trusted proxy are not counted: all users come through it, and it has its own limits.
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  { total, nearlyFull, perAddress }: ConnectionLimits = defaultLimits,
): void {
  const connections = new Map<Socket, Connection>();
  /** Longest idle first. */
  const idle = new Map<Socket, Connection>();
  const countByAddress = new Map<string, number>();
  // Node itself drops connections beyond this number, which includes those of proxies.
  server.maxConnections = 2 * total;

  /** Closes the connection that has been idle longest; false when there is none. */
  function closeIdle(address?: string): boolean {
    const idleBefore = performance.now() - IDLE_MS;
    for (const [socket, connection] of idle) {
      if (connection.idleSince > idleBefore) return false;
      if (address !== undefined && connection.address !== address) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (!connection) return;
    connections.delete(socket);
    idle.delete(socket);
    const count = (countByAddress.get(connection.address) ?? 1) - 1;
    if (count > 0) countByAddress.set(connection.address, count);
    else countByAddress.delete(connection.address);
  }

  server.on('connection', (socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || isProxy(ip)) return;
    const address = addressKey(ip);
    const count = countByAddress.get(address) ?? 0;
    if (count >= perAddress && !closeIdle(address)) return void socket.destroy();
    // Two for one, so that the number falls again after a burst of connections too young to be replaced.
    for (let n = 0; n < 2 && connections.size >= nearlyFull; n += 1) closeIdle();
    if (connections.size >= total) return void socket.destroy();
    const connection = { address, requests: 0, idleSince: performance.now() };
    connections.set(socket, connection);
    idle.set(socket, connection);
    countByAddress.set(address, (countByAddress.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
  });

  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requests += 1;
    idle.delete(socket);
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.requests > 0 || !connections.has(socket)) return;
      connection.idleSince = performance.now();
      idle.set(socket, connection);
    });
  });
}
