import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { openDataDirectory } from '#server/data-directory/data-directory.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPrivatePostgres } from '#server/db/private-postgres/private-postgres.ts';
import { seedFirstStart } from '#server/db/seed/seed.ts';
import { compareSums } from '#server/modules/order-sums/compare-sums.service.ts';
import { foldParts } from '#server/modules/parts/fold-parts.service.ts';
import { createTemporaryDirectory } from '../tests/support/processes/run-server.ts';
import { median, repeat, type Figure } from './figure.ts';
import { atScale } from './scale.ts';

const password = 'bench-password-1';

/** Requests per path. */
export const REPEATS = atScale(1, 9);

export type Caller = 'admin' | 'demo';

/** The server within this process, on its own database. */
export interface ServedBackOffice {
  connectionString: ConnectionString;
  db: Db;
  /** For filling the database. */
  client: pg.Client;
  /** Rebuilds stored sums and the statistics of PostgreSQL after filling. */
  refreshStatistics(): Promise<void>;
  /** Adds the parts of all orders to the library, as a running server does. */
  foldParts(): Promise<void>;
  /** Response times of `REPEATS` requests in milliseconds, after a warm-up request. Throws when one fails. */
  timesOf(path: string, caller: Caller): Promise<number[]>;
  /** One request. Throws when it fails. */
  send(method: 'GET' | 'POST', path: string, caller: Caller, body?: object): Promise<Sent>;
}

export interface Sent {
  tookMs: number;
  /** Undefined for a file. */
  data: unknown;
}

/** Median response times of the paths, one request at a time. */
export async function timeAnswers(
  shop: ServedBackOffice,
  caller: Caller,
  paths: readonly string[],
  atMostMs: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of paths) {
    const times = await shop.timesOf(path, caller);
    figures.push({
      name: decodeURIComponent(path),
      value: median(times),
      unit: 'ms',
      target: { atMost: atMostMs },
      note: `of ${REPEATS}: ${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))} ms`,
    });
  }
  return figures;
}

/** The default part of a new quotation. */
export async function firstPart(shop: ServedBackOffice): Promise<Record<string, unknown>> {
  const { data } = await shop.send('GET', '/material_process/default_config', 'demo');
  const { origin: _origin, cncPrice: _cncPrice, ...item } = data as Record<string, unknown>;
  return item;
}

/** Places an order at the price of the server and returns its id. */
export async function placeOrder(
  shop: ServedBackOffice,
  items: readonly object[],
  status: 'quoted' | 'requested',
): Promise<number> {
  const quoted = await shop.send('POST', '/quote', 'demo', { items });
  const { price } = quoted.data as { price: string };
  return Number((await shop.send('POST', '/order', 'demo', { items, price, status })).data);
}

/** Runs `work` on a fresh installation and removes it afterwards. */
export async function withBackOffice<T>(work: (shop: ServedBackOffice) => Promise<T>): Promise<T> {
  const scratch = await createTemporaryDirectory('quotemill-bench-');
  const dataDirectory = await openDataDirectory(scratch.at('data'));
  const logger = pino({ level: 'silent' });
  const postgres = await startPrivatePostgres({ dataDirectory, logger });
  const { connectionString } = postgres;
  const client = new pg.Client({ connectionString });
  const database = openDatabase(connectionString, 10, () => undefined);
  try {
    await migrate(connectionString);
    await seedFirstStart({ connectionString, adminPassword: password, customerPassword: password });
    await client.connect();
    const http = await buildApp({
      database,
      logger,
      version: 'bench',
      dataDir: dataDirectory.path,
      origin: 'http://127.0.0.1',
      clock: () => new Date(),
      loginCaptcha: false,
      trustProxy: false,
      docs: false,
      pages: false,
    });
    const signIn = async (username: Caller): Promise<string> => {
      const payload = { username, password };
      const response = await http.inject({ method: 'POST', url: `${API_BASE}/login`, payload });
      return response.json<{ token: string }>().token;
    };
    const tokens = { admin: await signIn('admin'), demo: await signIn('demo') };
    const send: ServedBackOffice['send'] = async (method, path, caller, body) => {
      const headers = { authorization: `Bearer ${tokens[caller]}`, 'idempotency-key': randomUUID() };
      const startedAt = performance.now();
      const response = await http.inject({
        method,
        url: API_BASE + path,
        headers,
        ...(body && { payload: body }),
      });
      const tookMs = performance.now() - startedAt;
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`);
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return { tookMs, data: isJson ? response.json<{ data: unknown }>().data : undefined };
    };
    try {
      return await work({
        connectionString,
        db: database.db,
        client,
        async refreshStatistics() {
          // Rebuilding is much faster than applying two years of changes.
          await client.query('truncate order_change');
          await compareSums(connectionString, { repair: true });
          await client.query('vacuum analyze');
        },
        async foldParts() {
          await foldParts(database);
        },
        async timesOf(path, caller) {
          const [, ...sent] = await repeat(REPEATS + 1, () => send('GET', path, caller));
          return sent.map(({ tookMs }) => tookMs);
        },
        send,
      });
    } finally {
      await http.close();
    }
  } finally {
    await client.end();
    await database.close();
    await postgres.stop();
    await dataDirectory.release();
    await scratch.remove();
  }
}
