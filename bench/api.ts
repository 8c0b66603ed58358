import { randomUUID } from 'node:crypto';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { signIn, type ApiClient } from '../tests/support/app/api-client.ts';
import { withClient } from '../tests/support/app/with-client.ts';
import { privateDatabase, readStoredOrders } from '../tests/support/load/order-ledger.ts';
import type { ServerProcess } from '../tests/support/processes/run-server.ts';
import { withServer } from './built-server.ts';
import { say, type Figure, type Part } from './figure.ts';
import { generateBareLoad, generateLoad, type LoadRequest } from './load.ts';
import { atScale } from './scale.ts';
import { measureStatements } from './statements.ts';

const CONNECTIONS = 50;
const LIST_CONNECTIONS = 8;
const LIST_SIZES = atScale([100, 200], [1_000, 30_000]);

/** The built server with its private database, under load from a generator in this process. */
export const api: Part = {
  title: `API, ${CONNECTIONS} connections, generator and database on the same machine`,
  measure: () =>
    withServer(async (server, dataDir) => {
      const client = await signIn(server.address);
      const connectionString = await privateDatabase(dataDir);
      return [
        ...(await measureReads(server, client)),
        ...(await measureLists(server, await signIn(server.address, 'admin'), connectionString)),
        ...(await measureQuotes(server, client)),
        ...(await measureOrders(server, client, connectionString)),
        ...(await measureDatabase(connectionString)),
      ];
    }),
};

async function measureReads({ address }: ServerProcess, { token }: ApiClient): Promise<Figure[]> {
  const path = `${API_BASE}/material?pageIndex=1&pageSize=20`;
  const list: LoadRequest = { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
  const response = await fetch(address + path, { headers: list.headers });
  const etag = response.headers.get('etag') ?? '';
  const { byteLength } = await response.arrayBuffer();
  const conditional = { ...list, headers: { ...list.headers, 'if-none-match': etag } };
  return [
    await measureRate(address, 'GET /material, 20 rows', list, { bytes: byteLength, expected: 200 }, 3_000),
    await measureRate(
      address,
      'GET /material, not modified',
      conditional,
      { bytes: 0, expected: 304 },
      6_000,
    ),
  ];
}

/** A back-office list read from the database: a page of 20 records and their total number. */
async function measureLists(
  { address }: ServerProcess,
  { token }: ApiClient,
  connectionString: ConnectionString,
): Promise<Figure[]> {
  const path = `${API_BASE}/post?pageIndex=3&pageSize=20`;
  const list: LoadRequest = { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
  const figures: Figure[] = [];
  await withClient(connectionString, async (database) => {
    let from = 0;
    for (const size of LIST_SIZES) {
      await database.query(
        `insert into sys_post (post_name, post_code, sort)
         select 'bench ' || n, 'bench-' || n, n % 1000 from generate_series($1::int, $2::int) n`,
        [from + 1, size],
      );
      await database.query('vacuum analyze sys_post');
      from = size;
      const bytes = (await (await fetch(address + path, { headers: list.headers })).arrayBuffer()).byteLength;
      const name = `GET /post, 20 of ${size.toLocaleString('en-US')} records with their number, ${LIST_CONNECTIONS} connections`;
      const load = { bytes, expected: 200, connections: LIST_CONNECTIONS };
      figures.push(await measureRate(address, name, list, load, 2_500));
    }
  });
  return figures;
}

async function measureQuotes({ address }: ServerProcess, client: ApiClient): Promise<Figure[]> {
  const { items } = await client.composeOrder(5);
  const quote: LoadRequest = {
    method: 'POST',
    path: `${API_BASE}/quote`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  };
  const bytes = JSON.stringify((await client.call('POST', '/quote', { items })).body).length;
  return [await measureRate(address, 'POST /quote, 5 items', quote, { bytes, expected: 200 }, 1_500)];
}

async function measureOrders(
  { address }: ServerProcess,
  client: ApiClient,
  connectionString: ConnectionString,
): Promise<Figure[]> {
  const before = await readStoredOrders(connectionString);
  const place: LoadRequest = {
    method: 'POST',
    path: `${API_BASE}/order`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(await client.composeOrder(3)),
    unique: { header: 'idempotency-key', next: randomUUID },
  };
  const options = { connections: CONNECTIONS, expected: 200 };
  say('  POST /order, 3 items');
  const result = await generateLoad(address, place, options);
  const stored = await readStoredOrders(connectionString);
  const placed = stored.ids.length - before.ids.length;
  // Requests still running when the generator stopped counting also placed orders.
  if (placed < result.succeeded || stored.torn.length > 0 || stored.daysWithGaps.length > 0) {
    throw new Error(`${result.succeeded} orders acknowledged, ${placed} stored, ${stored.torn.length} torn`);
  }
  const bare = await generateBareLoad(120, place, options);
  const of = 'bare Fastify';
  return [
    {
      name: 'POST /order, 3 items, each with its own key',
      value: result.perSecond,
      unit: '/s',
      target: { atLeast: 400 },
      limit: { value: bare.perSecond, of },
      note: `${placed.toLocaleString('en-US')} orders read back, all whole`,
    },
    {
      name: 'POST /order, 99th percentile',
      value: result.p99Ms,
      unit: 'ms',
      target: { atMost: 150 },
      limit: { value: bare.p99Ms, of },
    },
    { name: 'POST /order, median', value: result.p50Ms, unit: 'ms', limit: { value: bare.p50Ms, of } },
  ];
}

async function measureDatabase(connectionString: ConnectionString): Promise<Figure[]> {
  say('  bare statements');
  const { lookupsPerSecond, commitsPerSecond } = await measureStatements(connectionString);
  return [
    { name: 'bare prepared statement: a session by its token', value: lookupsPerSecond, unit: '/s' },
    { name: 'bare insert of one row and commit', value: commitsPerSecond, unit: '/s' },
  ];
}

async function measureRate(
  address: string,
  name: string,
  request: LoadRequest,
  { bytes, expected, connections = CONNECTIONS }: { bytes: number; expected: number; connections?: number },
  atLeast: number,
): Promise<Figure> {
  say(`  ${name}`);
  const options = { connections, expected };
  const result = await generateLoad(address, request, options);
  const bare = await generateBareLoad(bytes, request, options);
  return {
    name,
    value: result.perSecond,
    unit: '/s',
    target: { atLeast },
    limit: { value: bare.perSecond, of: `bare Fastify, ${bytes.toLocaleString('en-US')} bytes` },
    note: `p99 ${result.p99Ms} ms`,
  };
}
