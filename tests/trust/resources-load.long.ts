import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import pg from 'pg';
import { openDatabase, type Database } from '#server/db/database.ts';
import { findRunningPostgres } from '#server/db/private-postgres/running-postgres.ts';
import { fillBackOffice, LOG_ROWS, ORDERS } from '../../bench/back-office-data.ts';
import { createSender } from '#tests/support/app/api.ts';
import { exchangeOverHttp } from '#tests/support/processes/served-app.ts';
import { timeBareServer, type BareTimes } from '#tests/support/app/bare-server.ts';
import {
  latenciesOf,
  latencyText,
  loadModel,
  promised,
  type Latency,
} from '#tests/support/load/load-model.ts';
import {
  percentile,
  slope,
  startOpenLoad,
  type Arrived,
  type LoadOperation,
} from '#tests/support/load/open-load.ts';
import {
  createTemporaryDirectory,
  killLeftovers,
  passwords,
  runServer,
  type ServerProcess,
} from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

/** Duration of the usual load; five times the load runs for a fifth of it. */
const minutes = Number(process.env['LOAD_MINUTES'] ?? atScale(1, 10, 60));
/** Allowed growth of memory. */
const MAX_MB_PER_HOUR = 5;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let server: ServerProcess;
let database: Database;
let model: LoadOperation[];
/** The server with its own PostgreSQL, which flushes to the disk, and two years of a busy shop in it. */
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-load-');
  const dataDir = directory.at('data');
  server = await runServer(dataDir, isSlopeJudged ? { env: collecting() } : {});
  const url = await findRunningPostgres(dataDir);
  if (url === undefined) throw new Error('the private database does not run');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fillBackOffice(client);
  await client.end();
  database = openDatabase(url, 4, () => undefined);
  const api = { database, url, dataDir, ...createSender((wire) => exchangeOverHttp(server.address, wire)) };
  model = await loadModel(api, { username: 'demo', password: passwords.demo });
}, 900_000);
afterAll(async () => {
  await database.close();
  await server.stop();
  await killLeftovers(directory.at('data'));
  await directory.remove();
});

const memoryFile = () => `${directory.path}/memory`;

const collecting = () => ({
  NODE_OPTIONS: `--import=${new URL('../support/processes/collecting.mjs', import.meta.url).href}`,
  COLLECTED_MEMORY_FILE: memoryFile(),
});

const rssMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

/** A slope needs an hour: a shorter run does not force garbage collection and only reports its memory. */
const isSlopeJudged = minutes >= 60;

interface Memory {
  text: string;
  growth: string[];
}

/** Memory of the process after each minute's garbage collection: its slope from minute 20 on, once all code is warm. */
function memoryOf(): Memory {
  if (!isSlopeJudged) return { text: `memory ${Math.round(rssMb())} MB, its slope takes --long`, growth: [] };
  const lines = readFileSync(memoryFile(), 'utf8').trim().split('\n').slice(20);
  const readings = lines.map((line) => line.split(' ').map((bytes) => Number(bytes) / 1024 ** 2));
  const change = (column: number) => {
    const points = readings.map((reading, minute) => ({ x: minute / 60, y: reading[column]! }));
    const { slope: perHour, error } = slope(points);
    const [first, last] = [points[0], points.at(-1)].map((point) => Math.round(point?.y ?? Number.NaN));
    return {
      perHour,
      surely: perHour - 2 * error,
      text: `${first} → ${last} MB, ${perHour.toFixed(1)} ± ${(2 * error).toFixed(1)} MB/h`,
    };
  };
  const [held, heap] = [change(0), change(1)];
  const text = `after collection, minutes 21 to ${20 + readings.length}: held ${held.text}, of it heap ${heap.text} (two standard errors)`;
  // The heap's slope is exact; other memory varies by tens of megabytes, so only its significant growth counts.
  const isSteady = heap.perHour < MAX_MB_PER_HOUR && held.surely < MAX_MB_PER_HOUR;
  return { text, growth: isSteady && readings.length >= minutes - 20 ? [] : [text] };
}

/** `quote 8/41 ms (promised 15/150), n 1,200`; operations slower than promised, compared with a bare server. */
function timesOf(arrived: readonly Arrived[], bare: BareTimes): { table: string[]; tooSlow: string[] } {
  const latencies = latenciesOf(arrived);
  const lineOf = ({ name, n, promised: limit, ...latency }: Latency) =>
    `${name} ${latencyText(latency)}${limit ? ` (promised ${limit.p50 ?? '–'}/${limit.p99})` : ''}, n ${n.toLocaleString('en-US')}`;
  // An export comes once a minute on average: a short run may have none.
  const missing = Object.keys(promised).filter(
    (name) => name !== 'export' && !latencies.some((latency) => latency.name === name),
  );
  return {
    table: [...latencies.map(lineOf), `a bare server ${latencyText(bare)}`],
    tooSlow: [...latencies.filter(({ isKept }) => !isKept).map(lineOf), ...missing],
  };
}

function statusesOf(arrived: readonly Arrived[]): string {
  const counts = new Map<number, number>();
  for (const { status } of arrived) counts.set(status, (counts.get(status) ?? 0) + 1);
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  return sorted.map(([status, n]) => `${n.toLocaleString('en-US')} × ${status}`).join(', ');
}

bar(69, 'the model load is served within the promised times', async (tell) => {
  const bareTimes = timeBareServer(minutes * 60);
  const load = startOpenLoad(server.address, model, { seconds: minutes * 60, isPrecise: true });
  await load.done;
  const { table, tooSlow } = timesOf(load.arrived, await bareTimes);
  const memory = memoryOf();
  tell(
    `${minutes} min at ×1 (${Math.round(load.arrived.length / minutes / 60)}/s, open, on ${ORDERS.toLocaleString('en-US')} orders and ` +
      `2 × ${LOG_ROWS.toLocaleString('en-US')} log rows): ${statusesOf(load.arrived)}; p50/p99 from when a request was due: ` +
      `${table.join(' · ')}; ${memory.text}`,
  );
  expect(load.arrived.filter(({ status }) => ![200, 304].includes(status))).toStrictEqual([]);
  expect(tooSlow).toStrictEqual([]);
  expect(memory.growth).toStrictEqual([]);
});

bar(69, 'five times the model load is served or refused within the promised times', async (tell) => {
  const seconds = Math.max(15, minutes * 12);
  const bareTimes = timeBareServer(seconds);
  const load = startOpenLoad(server.address, model, { seconds, factor: 5 });
  await load.done;
  const taken = load.arrived.filter((one) => one.status === 200 || one.status === 304);
  const times = taken.map(({ elapsedMs }) => elapsedMs);
  const bare = await bareTimes;
  tell(
    `${Math.round(seconds)} s at ×5 (${Math.round(load.arrived.length / seconds)}/s): ${statusesOf(load.arrived)}; ` +
      `${latencyText({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) })}, a bare server ${latencyText(bare)}`,
  );
  const strange = load.arrived.filter(
    ({ status, retryAfter }) =>
      !(
        status === 200 ||
        status === 304 ||
        (status >= 400 && status < 500) ||
        (status === 503 && retryAfter)
      ),
  );
  expect(strange).toStrictEqual([]);
  const { status } = await fetch(`${server.address}/readyz`);
  expect(status).toBe(200);
});
