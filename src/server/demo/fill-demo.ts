import { asc, eq, inArray, sql } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import { shanghaiDay } from '#domain/orders/order-number.ts';
import { yuanFromFen } from '#domain/money.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { dayNumber, dayText, parseDay, startOfHour, type DayNumber } from '#domain/shanghai-time.ts';
import { addWorkingHours } from '#domain/delivery/working-hours.ts';
import { REFUSAL_DICT } from '#contract/order-moves.ts';
import type { StoredOffer } from '#contract/offer-body.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { depts, dictData, orderMessages, orders, roles, userRoles, users } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { createCatalogueReader, type Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { skipAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { insertHistory, type OrderRow } from '#server/modules/orders/orders.queries.ts';
import { insertOrders, type NewOrder } from '#server/modules/orders/place-order.queries.ts';
import { prepareOffer, termsOf } from '#server/modules/orders/prepare-offer.service.ts';
import {
  insertItems,
  listItemRowsOf,
  writeOfferedRevision,
} from '#server/modules/orders/revisions.queries.ts';
import { soldOrder } from '#server/modules/orders/sold-order.ts';
import { chargedOrder } from '#server/modules/quotes/charges.service.ts';
import { asRequest } from '#server/modules/quotes/gates.service.ts';
import { openingHours, priceItems, promisedDate, replyDue } from '#server/modules/quotes/quotes.service.ts';
import { loadSettings, type Settings } from '#server/modules/settings/settings.service.ts';
import { StartError } from '#server/start/start-error.ts';
import { planCompanies, staff, type Company } from './plan-people.ts';
import { planAnswer, planItems, planTimes, planWork, type PlannedMove } from './plan-orders.ts';
import { createRandom, type Random } from './random.ts';

export interface DemoSize {
  days: number;
  orders: number;
}

export interface FilledDemo {
  companies: number;
  buyers: number;
  orders: number;
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  until: string;
}

/** Two years of a shop with some ten orders a day. */
export const DEMO_SIZE: DemoSize = { days: 730, orders: 6_600 };

const BATCH = 100;
/** Machining prices of the quarters before the present one, the latest first, in proportion to those of today. */
const PAST_PRICES = [0.98, 0.97, 0.98, 0.95, 0.94, 0.93, 0.92, 0.9];
const QUARTER_DAYS = 91;
/** So many requests at least wait for their answer, so that the desk has work: those of the last day, and the last before it. */
const OPEN_REQUESTS = 3;

/**
 * Fills an installation without orders with the past of a shop, in one transaction: companies, buyers and staff,
 * quotations, requests and offers, orders in every status, and messages. The same for the same last day.
 * @param until last day, `YYYY-MM-DD`; nothing happens after it
 * @throws StartError for a database with orders, or with users besides those of the first start
 */
export async function fillDemo(
  connectionString: ConnectionString,
  until: string,
  size: DemoSize = DEMO_SIZE,
): Promise<FilledDemo> {
  const database = openDatabase(connectionString, 2, () => undefined);
  try {
    const catalogue = await createCatalogueReader(database)(0);
    const settings = await loadSettings(database.db);
    const last = parseDay(until);
    const first = last - size.days + 1;
    const filled = await database.db.transaction(async (tx) => {
      await assertEmpty(tx);
      const random = createRandom(last);
      const shop: Shop = { tx, random, catalogue, settings, first, last };
      const people = await insertPeople(shop);
      const count = await insertPast(shop, people, size);
      await skipAnnouncing(tx);
      return { companies: people.companies.length, buyers: people.customers.length, orders: count };
    });
    // Plans of statements depend on them.
    await database.db.execute(sql`analyze`);
    return { ...filled, from: dayText(first), until };
  } finally {
    await database.close();
  }
}

interface Shop {
  tx: Db;
  random: Random;
  catalogue: Catalogue;
  settings: Settings;
  first: DayNumber;
  last: DayNumber;
}

/** Locks the orders, so that none is placed meanwhile. */
async function assertEmpty(tx: Db): Promise<void> {
  await tx.execute(sql`lock table orders, sys_user in exclusive mode`);
  const { rows } = await tx.execute<{ orders: number; users: number }>(
    sql`select (select count(*)::int from orders) as orders, (select count(*)::int from sys_user) as users`,
  );
  const [{ orders: placed, users: known } = { orders: 1, users: 0 }] = rows;
  if (placed > 0 || known > 2)
    throw new StartError('演示数据只能写入没有订单、也没有新增用户的安装；这个数据库没有改动。');
}

interface Person {
  userId: number;
  nickName: string;
  deptId: number | null;
}

interface Customer extends Person {
  phone: string;
  company: Pick<Company, 'weight' | 'loyalty'>;
}

interface People {
  companies: readonly Company[];
  customers: readonly Customer[];
  staff: readonly Person[];
  admin: Person;
}

/** Nobody knows their passwords: an administrator sets one for whoever shall sign in. */
async function insertPeople({ tx, random, first }: Shop): Promise<People> {
  const passwordHash = await hashPassword(randomBytes(24).toString('hex'));
  const createdAt = startOfHour(first, 8);
  const roleIds = new Map(
    (await tx.select({ key: roles.roleKey, id: roles.roleId }).from(roles)).map(({ key, id }) => [key, id]),
  );
  const known = await tx.select().from(users).orderBy(asc(users.userId));
  const [admin, demo] = known;
  const [root] = await tx.select().from(depts).where(eq(depts.deptName, '客户公司'));
  if (!admin || !demo || !root) throw new StartError('演示数据只能写入按首次启动建立的安装。');

  const insertUser = async (
    user: {
      username: string;
      nickName: string;
      phone?: string;
      companyTitle?: string;
      deptId: number | null;
    },
    roleKeys: readonly string[],
  ): Promise<Person> => {
    const [row] = await tx
      .insert(users)
      .values({ ...user, usernameKey: user.username, passwordHash, createdAt, updatedAt: createdAt })
      .returning({ userId: users.userId, nickName: users.nickName, deptId: users.deptId });
    if (!row) throw new Error(`${user.username} was not inserted`);
    const granted = roleKeys.flatMap((key) => roleIds.get(key) ?? []);
    await tx.insert(userRoles).values(granted.map((roleId) => ({ userId: row.userId, roleId })));
    return row;
  };

  const companies = planCompanies(random);
  const customers: Customer[] = [{ ...demo, company: { weight: 0.12, loyalty: 0.6 } }];
  for (const company of companies) {
    const [dept] = await tx
      .insert(depts)
      .values({ deptName: company.name, parentId: root.deptId, deptPath: '', createdAt })
      .returning({ deptId: depts.deptId });
    if (!dept) throw new Error(`${company.name} was not inserted`);
    const { deptId } = dept;
    await tx
      .update(depts)
      .set({ deptPath: `${root.deptPath}${deptId}/` })
      .where(eq(depts.deptId, deptId));
    for (const buyer of company.buyers) {
      const user = { ...buyer, companyTitle: company.name, deptId };
      customers.push({ ...(await insertUser(user, ['customer'])), phone: buyer.phone, company });
    }
  }
  const members: Person[] = [];
  for (const member of staff)
    members.push(await insertUser({ ...member, deptId: admin.deptId }, ['sales', 'engineer']));
  return { companies, customers, staff: members, admin };
}

const KINDS = ['placed', 'quoted', 'requested'] as const;
type Kind = (typeof KINDS)[number];
const SHARES: Record<Kind, number> = { placed: 70, quoted: 20, requested: 10 };
const LAST_DAY_SHARES: Record<Kind, number> = { placed: 45, quoted: 15, requested: 40 };

/** An order as it was made, and what became of it. */
interface Made {
  id: number;
  kind: Kind;
  customer: Customer;
  at: Date;
  promisedDay: DayNumber;
  deliveryDays: number;
}

/** The orders of all days with their lives. Resolves with their number. */
async function insertPast(shop: Shop, people: People, { days, orders: count }: DemoSize): Promise<number> {
  const { tx, random, first, last } = shop;
  const end = startOfHour(last, 24);
  const times = planTimes(random, { first, days, count });
  const made: Made[] = [];
  for (let from = 0; from < times.length; from += BATCH) {
    const batch = times.slice(from, from + BATCH).map((at) => compose(shop, people, at));
    const ids = await insertOrders(
      tx.$client,
      batch.map(({ order }) => order),
    );
    for (const [index, { order, kind, customer }] of batch.entries()) {
      const id = ids[index];
      if (id === undefined) throw new Error('an order was not written');
      const { deliveryTime: deliveryDays, promisedDate: promised } = order;
      made.push({ id, kind, customer, at: order.now, promisedDay: parseDay(promised), deliveryDays });
    }
  }
  const refusals = (
    await tx.select({ value: dictData.dictValue }).from(dictData).where(eq(dictData.dictType, REFUSAL_DICT))
  ).map(({ value }) => value);
  const requests = made.filter(({ kind }) => kind === 'requested');
  const open = new Set([
    ...requests.filter(({ at }) => at >= startOfHour(last, 0)),
    ...requests.slice(-OPEN_REQUESTS),
  ]);
  const lives: Life[] = [];
  for (const one of made) {
    const moves = open.has(one) ? [] : await liveOn(shop, people, one, refusals, end);
    lives.push({ made: one, moves: moves.filter(({ at }) => at < end) });
  }
  await writeLives(shop, people, lives);
  await writeMessages(shop, people, made, end);
  return made.length;
}

function compose(
  { random, catalogue, settings, last }: Shop,
  { customers }: People,
  at: Date,
): { order: NewOrder; kind: Kind; customer: Customer } {
  const customer = random.pickBy(customers, ({ company }) => company.weight);
  const shares = dayNumber(at) === last ? LAST_DAY_SHARES : SHARES;
  const kind = random.pickBy(KINDS, (one) => shares[one]);
  const cncPrice = pricesOf(catalogue, last - dayNumber(at));
  const priced = priceItems(catalogue, cncPrice, planItems(random, catalogue));
  const isRequest = kind === 'requested';
  const asked = isRequest ? asRequest(priced, true) : priced;
  const key = createHash('sha256').update(`${at.getTime()} ${customer.userId}`).digest('hex').slice(0, 32);
  return {
    kind,
    customer,
    order: {
      ...soldOrder(catalogue, settings, chargedOrder(catalogue, asked, at), at),
      status: kind,
      userId: customer.userId,
      deptId: customer.deptId,
      byId: customer.userId,
      userName: customer.nickName,
      key,
      bodyHash: key,
      day: shanghaiDay(at),
      contactName: customer.nickName,
      contactPhone: customer.phone,
      address: '',
      remark: '',
      requestedAt: isRequest ? at : null,
      replyDueAt: isRequest ? replyDue(settings, at) : null,
      targetFen: null,
      wishedDate: null,
      now: at,
    },
  };
}

/** Machining prices so many days ago: they changed once a quarter. */
function pricesOf(catalogue: Catalogue, daysAgo: number): CncPrice {
  const quarter = Math.floor(daysAgo / QUARTER_DAYS);
  const factor = quarter === 0 ? 1 : (PAST_PRICES[Math.min(quarter, PAST_PRICES.length) - 1] ?? 1);
  const today = catalogue.machiningPricesFor([]);
  return Object.fromEntries(
    Object.entries(today).map(([tag, price]) => [tag, Math.round(price * factor * 100) / 100]),
  );
}

/** Offers a request, and plans what follows; the offer is written here. */
async function liveOn(
  shop: Shop,
  people: People,
  { id, kind, customer, at, promisedDay, deliveryDays }: Made,
  refusals: readonly string[],
  end: Date,
): Promise<PlannedMove[]> {
  const { random, settings } = shop;
  if (kind === 'placed') return planWork(random, at, promisedDay);
  const isOffer = kind === 'requested';
  // Not all are answered in time.
  const hours = random.pickBy([0.5, 1, 2, 3, 5, 9], (value) => 1 / value);
  const quotedAt = isOffer ? addWorkingHours(at, hours, openingHours(settings)) : at;
  if (quotedAt >= end) return [];
  const days = isOffer ? await offer(shop, people, id, quotedAt) : deliveryDays;
  // Who waits long orders elsewhere.
  const loyalty = customer.company.loyalty * (isOffer && hours > 4 ? 0.7 : 1);
  const answer = planAnswer(random, quotedAt, { loyalty, isOffer, refusals });
  if (!answer || answer.to !== 'placed') return answer ? [answer] : [];
  const promised = parseDay(promisedDate(settings, days, answer.at));
  return [answer, ...planWork(random, answer.at, promised)];
}

const REASONS = [
  '需五轴加工，按图核价',
  '薄壁件，增加装夹与检验工时',
  '批量较大，按专用治具核算',
  '材料规格需定制下料',
];

/** Answers a request like a person at the desk: some lines by hand, sometimes a charge or a discount. Resolves with its days. */
async function offer({ tx, random, settings }: Shop, people: People, id: number, now: Date): Promise<number> {
  const [before] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!before) throw new Error(`order ${id} is gone`);
  const by = random.pickBy(people.staff, ({ userId }) => 1 / userId);
  const lines = (await listItemRowsOf(tx, before)).flatMap(({ lineNo, trace }) => {
    const { fen, days } = lineFromTrace(trace);
    if (fen === null || random.chance(0.45)) return [];
    const amount = Math.round(yuanFromFen(fen) * random.between(0.96, 1.35));
    return [{ lineNo, kind: 'price' as const, amount, days: Math.ceil(days), reason: random.pick(REASONS) }];
  });
  const stored: StoredOffer = {
    lines,
    validDays: settings['quote.validDays'],
    ...(random.chance(0.25) && {
      charges: [
        { kind: 'setup' as const, amount: random.pick([80, 120, 200, 300]), reason: '首件编程与开机' },
      ],
    }),
    ...(random.chance(0.2) && { discount: { percent: random.pick([2, 3, 5]), reason: '长期合作' } }),
  };
  const prepared = await prepareOffer(tx, before, stored, by.nickName, settings);
  const after = await writeOfferedRevision(tx, before, {
    ...termsOf(prepared, settings, now),
    userId: by.userId,
    now,
  });
  if (!after) throw new Error(`order ${id} changed`);
  await insertItems(tx, after, prepared.items);
  await tx.update(orders).set({ ownerId: by.userId, ownedAt: now }).where(eq(orders.id, id));
  await insertHistory(tx, {
    orderId: id,
    from: 'requested',
    to: 'quoted',
    userId: by.userId,
    userName: by.nickName,
    reason: `人工报价，第 ${after.revision} 版`,
    createdAt: now,
  });
  return after.deliveryTime;
}

interface Life {
  made: Made;
  moves: readonly PlannedMove[];
}

/** Writes the moves of all orders, and where they left them. */
async function writeLives(
  { tx, random, settings }: Shop,
  people: People,
  lives: readonly Life[],
): Promise<void> {
  const labels = new Map(
    (await tx.select().from(dictData).where(eq(dictData.dictType, REFUSAL_DICT))).map(
      ({ dictValue, dictLabel }) => [dictValue, dictLabel],
    ),
  );
  for (let from = 0; from < lives.length; from += 1_000) {
    const lived = lives.slice(from, from + 1_000).filter(({ moves }) => moves.length > 0);
    const ids = lived.map(({ made }) => made.id);
    const states = new Map(
      (ids.length === 0 ? [] : await tx.select().from(orders).where(inArray(orders.id, ids))).map((row) => [
        row.id,
        row,
      ]),
    );
    const history: object[] = [];
    const ends: object[] = [];
    for (const { made, moves } of lived) {
      const state = states.get(made.id);
      if (!state) throw new Error(`order ${made.id} is gone`);
      const member = random.pick(people.staff);
      let status: OrderRow['status'] = state.status;
      for (const { to, at, by, reason, refusal } of moves) {
        const who = by === 'customer' ? made.customer : member;
        const said = [labels.get(refusal) ?? '', reason].filter(Boolean).join('：');
        history.push({
          orderId: made.id,
          from: status,
          to,
          reason: said,
          userId: who.userId,
          userName: who.nickName,
          at,
        });
        status = to;
      }
      const timeOf = (to: string) => moves.find((move) => move.to === to)?.at ?? null;
      const placedAt = timeOf('placed');
      ends.push({
        id: made.id,
        status,
        moves: moves.length,
        placedAt,
        shippedAt: timeOf('shipped'),
        promised: placedAt && promisedDate(settings, state.deliveryTime, placedAt),
        refusal: moves.at(-1)?.refusal ?? '',
        updatedAt: moves.at(-1)?.at,
      });
    }
    await tx.execute(sql`
      insert into order_history (order_id, from_status, to_status, reason, user_id, user_name, created_at)
      select "orderId", "from", "to", reason, "userId", "userName", at
      from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as move (
        "orderId" int, "from" text, "to" text, reason text, "userId" int, "userName" text, at timestamptz)`);
    await tx.execute(sql`
      update orders set status = ends.status, version = version + ends.moves, refusal = ends.refusal,
        placed_at = coalesce(ends."placedAt", placed_at), shipped_at = ends."shippedAt",
        promised_date = coalesce(ends.promised, promised_date), updated_at = ends."updatedAt"
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as ends (
        id int, status text, moves int, "placedAt" timestamptz, "shippedAt" timestamptz, promised text, refusal text,
        "updatedAt" timestamptz)
      where orders.id = ends.id`);
  }
}

const TALKS = [
  ['图纸上的螺纹是 M4 还是 M5？', '是 M5，深 10 mm。'],
  ['两端倒角没有标注，按 C0.5 加工可以吗？', '可以。'],
  ['阳极氧化的颜色要按样板吗？', '不用，本色即可。'],
  ['这批可以提前两天发货吗？', '可以，已经安排加急，后天发出。'],
  ['材料证明需要原件吗？', '电子版就可以。'],
] as const;

/** A question with its answer on some orders; the last two talks are begun by the customer. */
async function writeMessages(
  { tx, random }: Shop,
  people: People,
  made: readonly Made[],
  end: Date,
): Promise<void> {
  for (const { id, customer, at } of made) {
    if (!random.chance(0.05)) continue;
    const [question, answer] = random.pick(TALKS);
    const isFromShop = TALKS.findIndex(([text]) => text === question) < 3;
    const member = random.pick(people.staff);
    const [asks, answers] = isFromShop ? [member, customer] : [customer, member];
    const askedAt = new Date(at.getTime() + random.between(0.2, 6) * 3_600_000);
    const answeredAt = new Date(askedAt.getTime() + random.between(0.1, 8) * 3_600_000);
    if (answeredAt >= end) continue;
    const common = { orderId: id, revision: 1, audience: 'customer' as const };
    const [asked] = await tx
      .insert(orderMessages)
      .values({
        ...common,
        kind: 'question',
        isFromShop,
        text: question,
        userId: asks.userId,
        userName: asks.nickName,
        createdAt: askedAt,
      })
      .returning({ id: orderMessages.id });
    await tx.insert(orderMessages).values({
      ...common,
      kind: 'answer',
      isFromShop: !isFromShop,
      text: answer,
      answersId: asked?.id ?? null,
      userId: answers.userId,
      userName: answers.nickName,
      createdAt: answeredAt,
    });
  }
}
