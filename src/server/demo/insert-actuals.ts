import { desc, eq, sql } from 'drizzle-orm';
import { MEASURED_STATUSES } from '#domain/calibration/measured-line.ts';
import type { Fen } from '#domain/money.ts';
import type { CostFactor } from '#domain/pricing/cost.ts';
import { orderItemActuals, orderItemCosts, orderItems, orders } from '#server/db/schema.ts';
import { readHourCosts } from '#server/modules/costs/actuals.service.ts';
import { createRandom, type Random } from './random.ts';
import type { People, Person, Shop } from './shop.ts';

/** Actual cost of machining relative to its estimate; 1 for tags without an entry. */
const MACHINING_FACTORS: Readonly<Record<string, number>> = {
  stainless: 1.19,
  titanium: 1.24,
  plastic: 0.84,
  aluminium: 1.03,
};
/** Small parts cost more than estimated, because they are set up as often as large ones. */
const SMALL_MM = 100;
const SMALL_PART_FACTOR = 1.08;
/** Options whose suppliers raised their prices, recognised by a word in the name of the process or option. */
const PRICE_RAISED = /阳极|电镀|镀/;
/** Only this many of the latest orders get actual figures. */
const MAX_ORDERS = 1_500;
const BATCH = 1_000;
const NOTES = ['报废 2 件重做', '换刀多用约半小时', '首件调试较久', '夹具沿用上一批'];

/** Enters actual costs for most lines of the latest orders. */
export async function insertActuals({ tx, last }: Shop, { staff, admin }: People): Promise<void> {
  // A separate generator, seeded by the last day, so that the rest of the demo data does not change.
  const random = createRandom(last + 1);
  const latest = tx
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.status} = any(${sql.param([...MEASURED_STATUSES])}::text[])`)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MAX_ORDERS)
    .as('latest');
  const lines = await tx
    .select({
      orderId: orders.id,
      revision: orders.revision,
      at: orders.updatedAt,
      lineNo: orderItems.lineNo,
      num: orderItems.num,
      longestEdgeMm: sql<number>`greatest(${orderItems.length}, ${orderItems.width}, ${orderItems.height})`,
      materialTag: orderItems.materialTag,
      processes: orderItems.processes,
      factors: orderItemCosts.factors,
    })
    .from(latest)
    .innerJoin(orders, eq(orders.id, latest.id))
    .innerJoin(
      orderItems,
      sql`${orderItems.orderId} = ${orders.id} and ${orderItems.revision} = ${orders.revision}`,
    )
    .innerJoin(
      orderItemCosts,
      sql`${orderItemCosts.orderId} = ${orders.id} and ${orderItemCosts.revision} = ${orders.revision} and ${orderItemCosts.lineNo} = ${orderItems.lineNo}`,
    )
    .orderBy(orders.id, orderItems.lineNo);
  const rates = await readHourCosts(tx, [...new Set(lines.map(({ materialTag }) => materialTag))]);
  const entries = lines
    .filter(() => random.chance(0.7))
    .map((line) => entryOf(random, line, rates.get(line.materialTag), random.pick([admin, ...staff])));
  for (let from = 0; from < entries.length; from += BATCH)
    await tx.insert(orderItemActuals).values(entries.slice(from, from + BATCH));
}

interface Line {
  orderId: number;
  revision: number;
  at: Date;
  lineNo: number;
  num: number;
  longestEdgeMm: number;
  materialTag: string;
  processes: readonly { optionId: number; processName: string; optionName: string }[];
  factors: readonly CostFactor[];
}

function entryOf(
  random: Random,
  { orderId, revision, lineNo, at, num, longestEdgeMm, materialTag, processes, factors }: Line,
  hourFen: Fen | undefined,
  by: Person,
): typeof orderItemActuals.$inferInsert {
  const factorOf = (kind: CostFactor['kind']) => factors.find((factor) => factor.kind === kind);
  const randomFactor = () => random.between(0.85, 1.15);
  const costFactor =
    (MACHINING_FACTORS[materialTag] ?? 1) *
    (longestEdgeMm < SMALL_MM ? SMALL_PART_FACTOR : 1) *
    randomFactor();
  const machining = factorOf('machining')?.fen;
  const plannedKg = factorOf('material')?.kg;
  const machineFen = (machining ?? 0) + (factorOf('minute')?.fen ?? 0);
  const hours = machining == null || !hourFen ? null : (machineFen * costFactor) / hourFen;
  // Rejects are made again.
  const wasteFactor = random.chance(0.1) ? random.between(1.08, 1.2) : random.between(1, 1.04);
  const outsourced = processes.filter((choice) =>
    PRICE_RAISED.test(`${choice.processName}${choice.optionName}`),
  );
  return {
    orderId,
    revision,
    lineNo,
    hours: hours === null ? null : Math.round(hours * 100) / 100,
    hourFen: hours === null ? null : (hourFen ?? null),
    kg: plannedKg == null ? null : Math.round(plannedKg * num * wasteFactor * 1000) / 1000,
    fees: outsourced.flatMap(({ optionId }) => {
      const fen = factors.find((factor) => factor.optionId === optionId)?.fen;
      return !fen ? [] : [{ optionId, fen: Math.round(fen * 1.16 * random.between(0.93, 1.07)) }];
    }),
    note: random.chance(0.08) ? random.pick(NOTES) : '',
    byName: by.nickName,
    createBy: by.userId,
    updateBy: by.userId,
    createdAt: at,
    updatedAt: at,
  };
}
