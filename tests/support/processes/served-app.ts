import { Agent, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { openDatabase } from '#server/db/database.ts';
import { createSender, type Api, type WireAnswer, type WireRequest } from '../app/api.ts';
import { createTemporaryDirectory, runServer, type ServerProcess } from './run-server.ts';
import { createTestDatabase, type TestDatabase } from '../app/test-database.ts';

/** The built server in a separate process, started as an operator would, with a separate database. */
export interface ServedApp extends Api {
  server: ServerProcess;
  /** `http://127.0.0.1:43210` */
  address: string;
  port: number;
  /** Sends a request unchanged. */
  exchange(request: WireRequest): Promise<WireAnswer>;
  /** Another server process on the same database. Ends with this one's `close`. */
  addReplica(env?: Record<string, string>): Promise<Replica>;
  close(): Promise<void>;
}

export type Replica = Pick<ServedApp, 'server' | 'address' | 'port' | 'exchange' | 'send' | 'signIn'>;

export interface ServedOptions {
  /** Settings in addition to those of `serverEnvironment`. */
  env?: Record<string, string>;
  /** Instead of a new clone with the first start's data; the caller drops it. */
  database?: TestDatabase;
}

/**
 * Starts the built server with the first start's data. A call's `remoteAddress` of 10.0.0.0/8 comes from the address of
 * 127.0.0.0/8 with the same last three bytes. Needs the set-ups postgres-setup.ts and build-setup.ts.
 */
export async function createServedApp({ env = {}, database: given }: ServedOptions = {}): Promise<ServedApp> {
  const testDatabase = given ?? (await createTestDatabase());
  const directory = await createTemporaryDirectory('quotemill-served-');
  const database = openDatabase(testDatabase.url, 4, () => undefined);
  const replicas: Replica[] = [];
  const addReplica = async (own: Record<string, string> = {}): Promise<Replica> => {
    const server = await runServer(directory.path, {
      env: { DATABASE_URL: testDatabase.url, LOG_LEVEL: 'info', ...env, ...own },
    });
    const exchange = (wire: WireRequest) => exchangeOverHttp(server.address, wire);
    const port = Number(new URL(server.address).port);
    const replica = { server, address: server.address, port, exchange, ...createSender(exchange) };
    replicas.push(replica);
    return replica;
  };
  const first = await addReplica();
  return {
    ...first,
    database,
    url: testDatabase.url,
    dataDir: directory.path,
    addReplica,
    async close() {
      await Promise.all(replicas.map(({ server }) => server.stop()));
      await database.close();
      if (!given) await testDatabase.drop();
      await directory.remove();
    },
  };
}

const agent = new Agent({ keepAlive: true });
const secureAgent = new SecureAgent({ keepAlive: true });

/** The name that a server's TLS certificate must prove. */
export interface Secured {
  ca: Buffer;
  servername: string;
}

/** Sends a request unchanged to an address of this machine. */
export function exchangeOverHttp(
  address: string,
  { method, url, headers, payload, remoteAddress }: WireRequest,
  secured?: Secured,
): Promise<WireAnswer> {
  const local = remoteAddress?.replace(/^10\./, '127.');
  // A connection has one source address. Like a browser's, it stays open until the answer to a refused body has arrived.
  const own = local === undefined ? undefined : new (secured ? SecureAgent : Agent)({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const request = (secured ? httpsRequest : httpRequest)(address + url, {
      ...secured,
      method,
      headers: {
        ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
      agent: own ?? (secured ? secureAgent : agent),
      ...(local === undefined ? {} : { localAddress: local }),
    });
    request.on('close', () => own?.destroy());
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(payload);
  });
}
