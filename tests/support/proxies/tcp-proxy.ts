import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { connectionStringOf, type ConnectionString } from '#server/db/connection-string.ts';

/** Forwards between a program and its server and simulates network faults. */
export interface TcpProxy {
  port: number;
  /** Delays every chunk. */
  delayBy(ms: number): void;
  /** Resets each connection after this many more chunks in either direction; undefined: never. */
  cutAfter(chunks: number | undefined): void;
  /** The number of connections it has reset. */
  cuts(): number;
  /**
   * Connections made so far never carry a byte or a close again, in either direction, like those of a host that lost its
   * network; new ones work.
   */
  silence(): void;
  /** Resets all but the silent connections and forwards new ones there; without a target they are closed at once. */
  leadTo(target: NetConnectOpts | undefined): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  chunks: number;
  isSilent: boolean;
}

/** A proxy on a port of the loopback (any free one unless given), in front of `target`. */
export async function createTcpProxy(first: NetConnectOpts, port = 0): Promise<TcpProxy> {
  let target: NetConnectOpts | undefined = first;
  const pairs = new Set<Pair>();
  let delayMs = 0;
  let limit: number | undefined;
  let cuts = 0;

  const end = ({ client, server }: Pair) => {
    client.destroy();
    server.destroy();
  };

  function relay(pair: Pair, from: Socket, to: Socket): void {
    let dueAt = 0;
    from.on('data', (chunk: Buffer) => {
      if (pair.isSilent) return;
      pair.chunks += 1;
      if (limit !== undefined && pair.chunks >= limit) {
        cuts += 1;
        pair.client.resetAndDestroy();
        pair.server.destroy();
        return;
      }
      // Keeps the order when the delay becomes shorter.
      dueAt = Math.max(dueAt, performance.now() + delayMs);
      const waitMs = dueAt - performance.now();
      if (waitMs <= 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), waitMs);
    });
    from.on('end', () => (pair.isSilent ? undefined : to.end()));
    from.on('error', () => (pair.isSilent ? undefined : end(pair)));
    from.on('close', () => {
      if (pair.isSilent) return;
      pairs.delete(pair);
      end(pair);
    });
  }

  // Half-open, because a silent connection must not answer its end.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (!target) return void client.destroy();
    const server = connect({ ...target, allowHalfOpen: true });
    const pair = { client, server, chunks: 0, isSilent: false };
    pairs.add(pair);
    relay(pair, client, server);
    relay(pair, server, client);
  }).listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');

  return {
    port: address.port,
    delayBy: (ms) => void (delayMs = ms),
    cutAfter(chunks) {
      limit = chunks;
      for (const pair of pairs) pair.chunks = 0;
    },
    cuts: () => cuts,
    silence() {
      for (const pair of pairs) pair.isSilent = true;
    },
    leadTo(next) {
      target = next;
      for (const { client, server, isSilent } of pairs) {
        if (isSilent) continue;
        client.resetAndDestroy();
        server.destroy();
      }
    },
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      for (const pair of pairs) end(pair);
      await closed;
    },
  };
}

/** A proxy in front of a database, and a connection string through it. */
export async function createDatabaseProxy(
  connectionString: ConnectionString,
  port = 0,
): Promise<TcpProxy & { url: ConnectionString; target: NetConnectOpts }> {
  const url = new URL(connectionString);
  const directory = url.searchParams.get('host');
  const target =
    directory === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${directory}/.s.PGSQL.${url.searchParams.get('port') ?? '5432'}` };
  const proxy = await createTcpProxy(target, port);
  url.search = '';
  url.host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, target, url: connectionStringOf(url) };
}
