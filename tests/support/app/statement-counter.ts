import { connect, createServer, type AddressInfo } from 'node:net';
import { connectionStringOf, type ConnectionString } from '#server/db/connection-string.ts';

export interface StatementCounter {
  /** The same database, reached through the counter. */
  url: ConnectionString;
  /** The number of times the statement was sent. */
  count(): number;
  close(): Promise<void>;
}

/** Relays between a server and its database, and counts how often a statement without parameters is sent. */
export async function countStatement(
  databaseUrl: ConnectionString,
  statement: string,
): Promise<StatementCounter> {
  const url = new URL(databaseUrl);
  const directory = url.searchParams.get('host');
  const target =
    directory === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${directory}/.s.PGSQL.${url.searchParams.get('port') ?? '5432'}` };
  const wanted = Buffer.from(`${statement}\0`);
  let count = 0;
  const relay = createServer((client) => {
    const database = connect(target);
    client.on('data', (chunk) => {
      for (let at = chunk.indexOf(wanted); at >= 0; at = chunk.indexOf(wanted, at + 1)) count += 1;
    });
    client.pipe(database).pipe(client);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  url.search = '';
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return {
    url: connectionStringOf(url),
    count: () => count,
    close: () => new Promise((resolve) => void relay.close(() => resolve())),
  };
}
