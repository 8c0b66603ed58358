import { sql } from 'drizzle-orm';
import { dayText, parseDay, startOfHour } from '#domain/shanghai-time.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { createCatalogueReader } from '#server/modules/catalogue/catalogue.service.ts';
import { skipAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { StartError } from '#server/start/start-error.ts';
import { insertActuals } from './insert-actuals.ts';
import { insertCosts } from './insert-costs.ts';
import { insertProgress } from './insert-progress.ts';
import { insertMessages } from './insert-messages.ts';
import { insertOrders } from './insert-orders.ts';
import { insertPeople } from './insert-people.ts';
import { createPriceBook, hasPriceHistory, planVersions, type Change } from './price-book.ts';
import { createRandom } from './random.ts';
import type { Person, Shop } from './shop.ts';
import { planRuleStarts } from './start-rules.ts';

export interface DemoSize {
  days: number;
  orders: number;
}

export interface DemoReport {
  companies: number;
  buyers: number;
  orders: number;
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  until: string;
}

/** Two years of a shop with some ten orders a day. */
export const DEMO_SIZE: DemoSize = { days: 730, orders: 6_600 };

/**
 * Fills an installation without orders with the history of a shop, in one transaction: costs, companies, buyers and
 * staff, quotations, requests and offers, orders in every status, messages, and actual costs of most lines. The same
 * last day gives the same data.
 * @param until last day, `YYYY-MM-DD`
 * @throws StartError for a database with orders, or with users other than those of the first start
 */
export async function fillDemo(
  connectionString: ConnectionString,
  until: string,
  size: DemoSize = DEMO_SIZE,
): Promise<DemoReport> {
  const database = openDatabase(connectionString, 2, () => undefined);
  try {
    // A new reader has nothing cached, so it reads the current catalogue for any revision.
    const catalogue = await createCatalogueReader(database)(0);
    const settings = await loadSettings(database.db);
    const last = parseDay(until);
    const first = last - size.days + 1;
    const filled = await database.db.transaction(async (tx) => {
      await assertEmpty(tx);
      const random = createRandom(last);
      const costs = await insertCosts(tx, catalogue, last);
      const shop: Shop = { tx, random, catalogue, costs, settings, first, last };
      const people = await insertPeople(shop);
      const book = createPriceBook(tx, await planChanges(shop, people.admin));
      const created = await insertOrders(shop, people, book, size);
      const end = startOfHour(last, 24);
      await insertProgress(shop, people, created, end);
      await insertMessages(shop, people, created, end);
      await insertActuals(shop, people);
      await skipAnnouncing(tx);
      // Last, because orders are stored with the revision that priced them. Running servers then read the costs again.
      await advanceRevision(tx, 'catalogue');
      return { companies: people.companies.length, buyers: people.customers.length, orders: created.length };
    });
    // Updates the statistics by which PostgreSQL plans statements.
    await database.db.execute(sql`analyze`);
    return { ...filled, from: dayText(first), until };
  } finally {
    await database.close();
  }
}

/** The changes of prices and rules; none when the installation already has a price history. */
const planChanges = async (shop: Shop, admin: Person): Promise<Change[]> =>
  (await hasPriceHistory(shop.tx))
    ? []
    : [...(await planVersions(shop, admin)), ...(await planRuleStarts(shop, admin))];

/** Throws unless the installation is new. Locks orders and users, so that none is added until the transaction ends. */
async function assertEmpty(tx: Db): Promise<void> {
  await tx.execute(sql`lock table orders, sys_user in exclusive mode`);
  const { rows } = await tx.execute<{ orders: number; users: number }>(
    sql`select (select count(*)::int from orders) as orders, (select count(*)::int from sys_user) as users`,
  );
  const [{ orders, users } = { orders: 1, users: 0 }] = rows;
  if (orders > 0 || users > 2)
    throw new StartError('演示数据只能写入没有订单、也没有新增用户的安装；这个数据库没有改动。');
}
