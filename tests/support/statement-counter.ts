import { connect, createServer, type AddressInfo } from 'node:net';

export interface StatementCounter {
  /** Of the same database, through the counter. */
  url: string;
  /** How often the statement has been sent. */
  count(): number;
  close(): Promise<void>;
}

/** Stands between a server and its database and counts a statement that is sent without parameters. */
export async function countStatement(databaseUrl: string, statement: string): Promise<StatementCounter> {
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
    url: url.href,
    count: () => count,
    close: () => new Promise((resolve) => void relay.close(() => resolve())),
  };
}
