import pg from 'pg';
import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { openDataDirectory } from '#server/data-directory.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPrivatePostgres } from '#server/db/private-postgres/private-postgres.ts';
import { seedFirstStart } from '#server/db/seed/seed.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { createTemporaryDirectory } from '../tests/support/run-server.ts';
import { fillBackOffice, LOG_ROWS, ORDERS, OWN_ORDERS } from './back-office-data.ts';
import { median, say, type Figure, type Part } from './figure.ts';

const REPEATS = 9;
const password = 'bench-password-1';

const today = dayNumber(new Date());
const since = (days: number) => `beginDate=${dayText(today - days + 1)}&endDate=${dayText(today)}`;
const month = `beginTime=${dayText(today - 60)}&endTime=${dayText(today - 30)}`;

interface Group {
  /** ms. */
  atMost: number;
  paths: string[];
  /** Who asks; the administrator unless given. */
  who?: 'demo';
}

const groups: Record<string, Group> = {
  [`orders of ${ORDERS.toLocaleString('en-US')}, first page`]: {
    atMost: 50,
    paths: [
      '/order',
      '/order?status=producing',
      '/order?status=completed&priceOrder=desc',
      '/order?status=quoted&promisedDateOrder=asc',
      '/order?priceOrder=desc',
      '/order?promisedDateOrder=asc',
      '/order?statusOrder=asc',
      '/order?orderNo=199999',
      '/order?username=buyer1999&priceOrder=desc',
      `/order?${month}&priceOrder=desc`,
      '/order?materialName=6061',
      '/order?materialName=6061&status=completed&priceOrder=desc',
      '/order/counts',
    ],
  },
  [`orders of ${ORDERS.toLocaleString('en-US')}, any page`]: {
    atMost: 150,
    paths: [
      '/order?pageIndex=5000',
      `/order?pageIndex=${ORDERS / 20}`,
      `/order?pageIndex=${ORDERS / 20}&priceOrder=desc`,
      '/order?pageIndex=5000&status=completed&priceOrder=asc',
    ],
  },
  [`history of a customer with ${OWN_ORDERS.toLocaleString('en-US')} orders`]: {
    atMost: 100,
    who: 'demo',
    paths: [
      '/order',
      `/order?pageIndex=${OWN_ORDERS / 20}`,
      '/order?status=completed',
      '/order?orderNo=199980',
      '/order?materialName=6061',
      `/order?${month}`,
    ],
  },
  [`sign-ins of ${LOG_ROWS.toLocaleString('en-US')}`]: {
    atMost: 100,
    paths: [
      '/sys-login-log',
      '/sys-login-log?pageIndex=2500',
      '/sys-login-log?status=1',
      '/sys-login-log?username=buyer1999',
      '/sys-login-log?username=bu',
      '/sys-login-log?ipaddr=10.17.31.',
      '/sys-login-log?ipaddr=99',
      `/sys-login-log?${month}&status=1`,
    ],
  },
  [`operations of ${LOG_ROWS.toLocaleString('en-US')}`]: {
    atMost: 100,
    paths: [
      '/sys-opera-log',
      '/sys-opera-log?pageIndex=2500',
      '/sys-opera-log?latencyMsOrder=desc',
      '/sys-opera-log?status=2',
      '/sys-opera-log?code=500',
      '/sys-opera-log?requestMethod=DELETE',
      '/sys-opera-log?title=%E5%B2%97%E4%BD%8D&latencyMsOrder=desc',
      '/sys-opera-log?operName=buyer1999',
      '/sys-opera-log?operUrl=12345/',
      '/sys-opera-log?operIp=10.17.31.',
    ],
  },
  dashboards: {
    atMost: 200,
    paths: [
      `/dashboard/business?${since(30)}`,
      `/dashboard/business?${since(365)}`,
      `/dashboard/delivery?${since(30)}`,
      `/dashboard/delivery?${since(365)}`,
    ],
  },
};

/** Lists and dashboards at the server, one request at a time, on two years of a busy shop. */
export const backOffice: Part = {
  title: 'Back office, one request at a time, without the network',
  async measure() {
    const scratch = await createTemporaryDirectory('quotemill-bench-');
    const dataDirectory = await openDataDirectory(`${scratch.path}/data`);
    const logger = pino({ level: 'silent' });
    const postgres = await startPrivatePostgres({ dataDirectory, logger });
    const { connectionString } = postgres;
    try {
      await migrate(connectionString);
      await seedFirstStart({ connectionString, adminPassword: password, customerPassword: password });
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        await fillBackOffice(client);
      } finally {
        await client.end();
      }
      return await measureAll(connectionString);
    } finally {
      await postgres.stop();
      await dataDirectory.release();
      await scratch.remove();
    }
  },
};

async function measureAll(connectionString: string): Promise<Figure[]> {
  const logger = pino({ level: 'silent' });
  const database = openDatabase(connectionString, 10, () => undefined);
  const http = await buildApp({
    database,
    logger,
    version: 'bench',
    dataDir: '.',
    origin: 'http://127.0.0.1',
    clock: () => new Date(),
    loginCaptcha: false,
    trustProxy: false,
    docs: false,
    pages: false,
  });
  try {
    const tokens = { admin: await signIn(http, 'admin'), demo: await signIn(http, 'demo') };
    const figures: Figure[] = [];
    for (const [group, { atMost, paths, who = 'admin' }] of Object.entries(groups)) {
      say(`  ${group}`);
      const token = tokens[who];
      for (const path of paths) figures.push(await measureOne(http, token, group, path, atMost));
    }
    return figures;
  } finally {
    await http.close();
    await database.close();
  }
}

async function signIn(http: FastifyInstance, username: string): Promise<string> {
  const payload = { username, password };
  const answer = await http.inject({ method: 'POST', url: `${API_BASE}/login`, payload });
  return answer.json<{ token: string }>().token;
}

async function measureOne(
  http: FastifyInstance,
  token: string,
  group: string,
  path: string,
  atMost: number,
): Promise<Figure> {
  const times: number[] = [];
  for (let run = 0; run <= REPEATS; run += 1) {
    const startedAt = performance.now();
    const answer = await http.inject({
      url: API_BASE + path,
      headers: { authorization: `Bearer ${token}` },
    });
    times.push(performance.now() - startedAt);
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
  }
  const measured = times.slice(1);
  return {
    name: `${group}: ${decodeURIComponent(path)}`,
    value: median(measured),
    unit: 'ms',
    target: { atMost },
    note: `of ${REPEATS}: ${Math.round(Math.min(...measured))}–${Math.round(Math.max(...measured))} ms`,
  };
}
