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
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  chunks: number;
}

/** A proxy on a port of the loopback (any free one unless given), in front of `target`. */
export async function createTcpProxy(target: NetConnectOpts, port = 0): Promise<TcpProxy> {
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
    from.on('error', () => end(pair));
    from.on('close', () => {
      pairs.delete(pair);
      end(pair);
    });
  }

  const listener = createServer((client) => {
    const server = connect(target);
    const pair = { client, server, chunks: 0 };
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
): Promise<TcpProxy & { url: ConnectionString }> {
  const url = new URL(connectionString);
  const directory = url.searchParams.get('host');
  const proxy = await createTcpProxy(
    directory === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${directory}/.s.PGSQL.${url.searchParams.get('port') ?? '5432'}` },
    port,
  );
  url.search = '';
  url.host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, url: connectionStringOf(url) };
}
