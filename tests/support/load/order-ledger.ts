import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { findRunningPostgres } from '#server/db/private-postgres/running-postgres.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import type { Answer, ApiClient, OrderBody } from '../app/api-client.ts';
import type { Sent } from './load.ts';
import { withClient } from '../app/with-client.ts';

/** A customer's record of its orders: the key sent, and the id once acknowledged. */
export interface OrderLedger {
  /** Sends new orders one by one until an answer is missing or reports that the server is unavailable. */
  writeUntilCut(client: ApiClient, order: OrderBody): Promise<void>;
  /** Resends every unacknowledged key. */
  resolveDoubts(client: ApiClient, order: OrderBody): Promise<void>;
  acknowledged(): Map<string, number>;
  inDoubt(): string[];
  /** Answers other than 200 and 503. */
  strange: Answer[];
}

export function createLedger(): OrderLedger {
  const ids = new Map<string, number | undefined>();
  const strange: Answer[] = [];

  async function send(client: ApiClient, order: OrderBody, key: string): Promise<boolean> {
    // A killed server leaves the order's outcome unknown; the ledger resolves it.
    const answer = await client.placeOrder(order, key).catch(() => undefined);
    if (answer?.status === 200) ids.set(key, Number(answer.body['data']));
    else if (answer && answer.status !== 503) strange.push(answer);
    return answer?.status === 200;
  }

  const keysOf = (isKnown: boolean) =>
    [...ids].filter(([, id]) => (id !== undefined) === isKnown).map(([key]) => key);

  return {
    strange,
    async writeUntilCut(client, order) {
      for (let key = randomUUID(); ; key = randomUUID()) {
        ids.set(key, undefined);
        if (!(await send(client, order, key))) return;
      }
    },
    async resolveDoubts(client, order) {
      await Promise.all(keysOf(false).map((key) => send(client, order, key)));
    },
    acknowledged: () =>
      new Map([...ids].filter((entry): entry is [string, number] => entry[1] !== undefined)),
    inDoubt: () => keysOf(false),
  };
}

/** The orders in the database. */
export interface StoredOrders {
  /** Key to order id. */
  byKey: Map<string, number>;
  ids: number[];
  /** Ids of orders with missing items, total or history. */
  torn: number[];
  /** Days whose numbers do not run from 1 without gap or duplicate. */
  daysWithGaps: string[];
}

/** The connection string of the private database that runs in a data directory. */
export async function privateDatabase(dataDir: DataDirectoryPath): Promise<ConnectionString> {
  const connectionString = await findRunningPostgres(dataDir);
  if (connectionString === undefined) throw new Error('the private database does not run');
  return connectionString;
}

/** The acknowledged orders of a load, by key. */
export const acknowledgedIn = (sent: readonly Sent[]): Map<string, number> =>
  new Map(
    sent.flatMap(({ key, answer }) =>
      key !== undefined && answer?.status === 200 ? [[key, Number(answer.body['data'])] as const] : [],
    ),
  );

/** Checks that every acknowledged order exists once and complete under its key, and that every order has exactly one key. */
export async function expectOrdersStored(
  connectionString: ConnectionString,
  acknowledged: ReadonlyMap<string, number>,
): Promise<StoredOrders> {
  const stored = await readStoredOrders(connectionString);
  const ids = new Set(stored.ids);
  expect([...acknowledged].filter(([key, id]) => !ids.has(id) || stored.byKey.get(key) !== id)).toEqual([]);
  expect([...stored.byKey.values()].sort((a, b) => a - b)).toEqual(stored.ids);
  expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toEqual({ torn: [], gaps: [] });
  return stored;
}

/** Reads every order directly from the database, in one snapshot. */
export async function readStoredOrders(connectionString: ConnectionString): Promise<StoredOrders> {
  return withClient(connectionString, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const keys = await client.query('select key, order_id from idempotency_key');
    const ids = await client.query('select id::int as id from orders order by id');
    const torn = await client.query(`
      select o.id::int as id from orders o
      left join (select order_id, count(*) as items, sum(sub_total_fen) as total from order_item group by order_id) i
        on i.order_id = o.id
      left join (select order_id, count(*) as rows from order_history group by order_id) h on h.order_id = o.id
      where i.items is distinct from o.item_count or i.total is distinct from o.total_fen or h.rows is distinct from 1`);
    const gaps = await client.query(`
      select day from (
        select substr(order_no, 2, 8) as day, substr(order_no, 11)::int as number from orders
      ) as numbered
      group by day
      having min(number) <> 1 or max(number) <> count(*) or count(distinct number) <> count(*)`);
    return {
      byKey: new Map(keys.rows.map((row) => [row.key, Number(row.order_id)])),
      ids: ids.rows.map((row) => row.id),
      torn: torn.rows.map((row) => row.id),
      daysWithGaps: gaps.rows.map((row) => row.day),
    };
  });
}
