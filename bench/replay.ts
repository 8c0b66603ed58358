import { setTimeout as delay } from 'node:timers/promises';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { openDatabase } from '#server/db/database.ts';
import { signIn, type ApiClient } from '../tests/support/app/api-client.ts';
import { createSender } from '../tests/support/app/api.ts';
import { withClient } from '../tests/support/app/with-client.ts';
import { latenciesOf, latencyText, loadModel, type Latency } from '../tests/support/load/load-model.ts';
import { startOpenLoad, type OpenLoad } from '../tests/support/load/open-load.ts';
import { privateDatabase } from '../tests/support/load/order-ledger.ts';
import { passwords, type ServerProcess } from '../tests/support/processes/run-server.ts';
import { exchangeOverHttp } from '../tests/support/processes/served-app.ts';
import { fillCustomers, fillOrdersWith } from './back-office-data.ts';
import { withServer } from './built-server.ts';
import { say, type Figure, type Part } from './figure.ts';
import { rssMegabytes } from './rss.ts';
import { atScale } from './scale.ts';

const ORDERS = atScale(2_000, 200_000);
const LINES = ORDERS * 2;
const QUIET_S = atScale(1, 20);
/** The allowed duration of a replay. */
const BESIDE_S = atScale(2, 30);
/** Time limit for a replay. */
const LONGEST_S = atScale(60, 600);
const SAMPLE_MS = 200;

/** The built server replays a draft on all orders, while users read, quote, order, upload and sign in. */
export const replay: Part = {
  title: `Replay of a draft on ${ORDERS.toLocaleString('en-US')} orders with ${LINES.toLocaleString('en-US')} lines, beside the model load`,
  measure: () =>
    withServer(async (server, dataDir) => {
      await withClient(await privateDatabase(dataDir), async (client) => {
        await fillCustomers(client);
        await fillOrdersWith(client, { from: 0, to: ORDERS }, itemsWithTraces);
        await client.query(orderHistory);
        await client.query(enableChargeRules);
        await client.query('vacuum analyze');
      });
      return measureReplay(server, dataDir);
    }),
};

/** Each order was quoted first, which win rates depend on. */
const orderHistory = `
  insert into order_history (order_id, from_status, to_status, user_id, user_name, created_at)
  select orders.id, move.before, move.after, orders.user_id, '', orders.created_at
  from orders cross join (values (null, 'quoted'), ('quoted', 'placed'), ('placed', 'confirmed')) as move (before, after)
  where move.after = 'quoted' or orders.status <> 'quoted'`;

async function measureReplay(server: ServerProcess, dataDir: DataDirectoryPath): Promise<Figure[]> {
  const admin = await signIn(server.address, 'admin');
  const operations = await operationsOf(server, dataDir);
  await startOpenLoad(server.address, operations, { seconds: 3 }).done;

  say('  measuring: requests without a replay');
  const quiet = startOpenLoad(server.address, operations, { seconds: QUIET_S, isPrecise: true });
  const before = await latenciesIn(quiet);

  const draftId = await createDraft(admin);
  say('  measuring: a replay alone');
  const alone = await runReplay(server, admin, draftId);
  say('  measuring: a replay beside requests');
  const beside = startOpenLoad(server.address, operations, { seconds: BESIDE_S, isPrecise: true });
  const loaded = await runReplay(server, admin, draftId);
  beside.stop();
  const during = await latenciesIn(beside);
  const { result } = loaded;
  if (result.total.lines < LINES * 0.7 || result.total.dearerOrders === 0 || !result.total.charges?.after)
    throw new Error(`the replay compared too few orders: ${JSON.stringify(result.total)}`);

  return [
    { name: 'replay alone', value: alone.tookS, unit: 's' },
    { name: 'replay beside the model load', value: loaded.tookS, unit: 's', target: { atMost: 30 } },
    {
      name: 'memory of the server at most, above that before',
      value: Math.max(alone.moreMegabytes, loaded.moreMegabytes),
      unit: 'MB',
      target: { atMost: 150 },
    },
    keptTimes('promised times kept by the model load without a replay', before),
    { ...keptTimes('the same meanwhile', during), target: { atLeast: promisedIn(during).length } },
  ];
}

/** The model load, whose users are inserted into the database of the server. */
async function operationsOf({ address }: ServerProcess, dataDir: DataDirectoryPath) {
  const url = await privateDatabase(dataDir);
  const database = openDatabase(url, 4, () => undefined);
  try {
    const api = { database, url, dataDir, ...createSender((wire) => exchangeOverHttp(address, wire)) };
    return await loadModel(api, { username: 'demo', password: passwords.demo });
  } finally {
    await database.close();
  }
}

async function latenciesIn(load: OpenLoad): Promise<Latency[]> {
  await load.done;
  const failed = load.arrived.find(({ status }) => status !== 200 && status !== 304);
  if (failed) throw new Error(`${failed.name}: ${failed.status}`);
  return latenciesOf(load.arrived);
}

const promisedIn = (latencies: readonly Latency[]) => latencies.filter((latency) => latency.promised);

function keptTimes(name: string, latencies: readonly Latency[]): Figure {
  const promised = promisedIn(latencies);
  const note = promised
    .map(
      ({ promised: limit, ...latency }) =>
        `${latency.name} ${latencyText(latency)} of ${limit?.p50 ?? '–'}/${limit?.p99}`,
    )
    .join(', ');
  return { name, value: promised.filter(({ isKept }) => isKept).length, unit: '', note };
}

/** Creates a draft that raises every price by 8 %. */
async function createDraft(admin: ApiClient): Promise<number> {
  const { cells } = (await admin.call('GET', '/price-table')).body['data'] as PriceTable;
  const changes = cells
    .filter(([, , price]) => price > 0)
    .map(([materialId, optionId, price, time]) => ({
      materialId,
      optionId,
      before: { price, time },
      after: { price: Math.round(price * 108) / 100, time },
    }));
  const { status, body } = await admin.call('POST', '/price-draft', {
    name: '全部 +8%',
    reason: '',
    changes: changes.map((change) => ({ kind: 'cell', ...change })),
  });
  if (status !== 200) throw new Error(`draft: ${status} ${String(body['msg'])}`);
  return Number(body['data']);
}

interface Run {
  tookS: number;
  moreMegabytes: number;
  result: ReplayResult;
}

/** Replays the last three years. */
async function runReplay({ pid }: ServerProcess, admin: ApiClient, draftId: number): Promise<Run> {
  const today = dayNumber(new Date());
  const before = await rssMegabytes(pid);
  let most = before;
  const startedAt = performance.now();
  const { body, status } = await admin.call('POST', '/price-replay', {
    draftId,
    beginDate: dayText(today - 1_000),
    endDate: dayText(today),
  });
  if (status !== 200) throw new Error(`replay: ${status} ${String(body['msg'])}`);
  const path = `/price-replay/${Number(body['data'])}`;
  while (performance.now() - startedAt < LONGEST_S * 1_000) {
    await delay(SAMPLE_MS);
    most = Math.max(most, await rssMegabytes(pid));
    const replayed = (await admin.call('GET', path)).body['data'] as PriceReplay & {
      result: ReplayResult | null;
    };
    if (replayed.result)
      return {
        tookS: (performance.now() - startedAt) / 1_000,
        moreMegabytes: most - before,
        result: replayed.result,
      };
    if (replayed.state === 'failed') throw new Error(replayed.failure);
  }
  throw new Error('the replay did not end');
}

/** Enables the sample rules, so that both price books charge every order. */
const enableChargeRules = `
  update charge_rule set status = 2 where deleted_at is null;
  update revision set value = value + 1 where name = 'catalogue';`;

/** Inserts items with two options of their material, at catalogue prices, and traces as large as real ones. */
const itemsWithTraces = `
  insert into order_item (
    order_id, line_no, name, material_id, material_name, material_tag, num, length, width, height, processes,
    unit_price_fen, sub_total_fen, delivery_time, trace
  )
  with priced as (
    select material_id, process_id as option_id, price_fen, time,
      row_number() over (partition by material_id order by process_id) as place, count(*) over (partition by material_id) as total
    from material_process
  ), sold as (
    select m.id, m.name, m.material_tag, m.length, m.width, m.height, row_number() over (order by m.id, variant) as place,
      count(*) over () as total,
      jsonb_agg(jsonb_build_object('processId', p.option_id, 'optionId', p.option_id, 'price', p.price_fen / 100.0, 'time', p.time)) as options
    from material m
    cross join generate_series(1, 5) variant
    join priced p on p.material_id = m.id and (p.place = 1 + variant % p.total or p.place = 1 + (variant * 3 + 1) % p.total)
    where m.deleted_at is null and m.status = 'onSale'
    group by m.id, variant
  )
  select o.id, line, '支架' || o.id % 900, s.id, s.name, s.material_tag, 1 + o.id % 500, 60 + o.id % 150, 80, 12, s.options,
    o.total_fen / 10, o.total_fen / o.item_count, o.delivery_time,
    jsonb_build_object('version', 1, 'materialId', s.id, 'materialName', s.name, 'materialTag', s.material_tag,
      'machiningPrice', 150.06, 'options', s.options, 'unit', 180.12, 'partVolume', 57600, 'stockVolume', s.length * s.width * s.height,
      'ratio', 1, 'num', 1 + o.id % 500, 'quantityExponent', -0.14, 'quantityFactor', random(), 'baseDays', 3, 'days', 5,
      'speed', 0.2, 'timeFactor', random(), 'rounding', 'half-away-2', 'unit_price', o.total_fen / 1000.0,
      'sub_total', o.total_fen / 100.0, 'delivery_time', o.delivery_time)
  from orders o
  cross join lateral generate_series(1, o.item_count) line
  join sold s on s.place = 1 + (o.id * 31 + line * 7) % s.total
  where o.id > coalesce((select max(order_id) from order_item), 0);`;
