import { and, asc, between, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Fen } from '#domain/money.ts';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import type { TracedOption, TraceStep } from '#domain/pricing/types.ts';
import type { SoldLine } from '#domain/replay/sold-line.ts';
import type { Ending } from '#domain/replay/win-rates.ts';
import { endOfDay, parseDay, startOfHour } from '#domain/shanghai-time.ts';
import type { SentModel } from '#contract/orders/part-item.ts';
import type { ReplayFilter } from '#contract/prices/price-replays.ts';
import type { Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { idsOfPath } from '#server/db/tree.ts';
import {
  depts,
  orderItemCosts,
  orderItems,
  orders,
  partModels,
  processes,
  users,
  type StoredReceipt,
} from '#server/db/schema.ts';
import { readMeasuresOfParts } from '#server/modules/models/measured-parts.service.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { hasLead, withNumber, withTotal } from '#server/modules/orders/reading/order-filters.service.ts';
import { readEndings } from './order-endings.queries.ts';

/** `window` replaces the filter's days by two instants, both included. */
export type OrderFilter = ReplayFilter & {
  readonly window?: { readonly from: Date; readonly to: Date } | undefined;
};

/** An order with the lines of its current revision. */
export interface ReplayOrderRow {
  id: number;
  orderNo: string;
  status: OrderStatus;
  createdAt: Date;
  userId: number;
  deptId: number | null;
  nickName: string;
  totalFen: Fen;
  targetFen: Fen | null;
  placedAt: Date | null;
  validUntil: Date;
  refusal: string;
  charges: Charge[];
  lead: OrderLead | null;
  /** Whether staff offered this revision. */
  isOffered: boolean;
  ending: Ending | null;
  lines: StoredLine[];
}

/** A line with its original formula price and the decisions of staff. */
export interface StoredLine extends SoldLine {
  formulaFen: Fen;
  steps?: readonly TraceStep[] | undefined;
}

/** The last order of the previous batch. */
type BatchPosition = Pick<ReplayOrderRow, 'createdAt' | 'id'>;

/** The number of orders that `readOrders` reads for a filter. */
export async function countOrders(tx: Db, filter: OrderFilter): Promise<number> {
  return tx.$count(orders, and(...matchFilter(tx, filter)));
}

/** Reads the next orders of the period, of any status, oldest first; with models if weights or measures are needed. */
export async function readOrders(
  tx: Db,
  filter: OrderFilter,
  { size, needsWeights, needsMeasures }: { size: number; needsWeights: boolean; needsMeasures: boolean },
  after?: BatchPosition,
): Promise<ReplayOrderRow[]> {
  const { id, orderNo, status, createdAt, userId, deptId, customer } = orders;
  const { totalFen, targetFen, placedAt, validUntil, refusal, charges, lead } = orders;
  const rows = await tx
    .select({
      id,
      orderNo,
      status,
      createdAt,
      userId,
      deptId,
      nickName: sql<string>`${customer} ->> 'nickName'`,
      totalFen,
      targetFen,
      placedAt,
      validUntil,
      refusal,
      charges,
      lead,
      isOffered: sql<boolean>`coalesce(${orders.offeredRevision} = ${orders.revision}, false)`,
    })
    .from(orders)
    .where(
      and(
        ...matchFilter(tx, filter),
        after && sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(size);
  const ids = rows.map((row) => row.id);
  const models: Models = needsWeights || needsMeasures ? await readModels(tx, ids) : new Map();
  const lines = await readLines(tx, ids, models);
  if (needsMeasures) await addMeasures(tx, lines, models);
  const endings = await readEndings(tx, ids);
  return rows.map((row) => ({
    ...row,
    ending: endings.get(row.id) ?? null,
    lines: lines.get(row.id) ?? [],
  }));
}

function matchFilter(
  tx: Db,
  {
    beginDate,
    endDate,
    deptId,
    username,
    orderNo,
    leadClassId = null,
    priceFrom,
    priceTo,
    window,
  }: OrderFilter,
): (SQL | undefined)[] {
  const matchingUsers = tx.select({ id: users.userId }).from(users).where(contains(users.username, username));
  return [
    window
      ? between(orders.createdAt, window.from, window.to)
      : between(orders.createdAt, startOfHour(parseDay(beginDate), 0), endOfDay(parseDay(endDate))),
    deptId === null ? undefined : eq(orders.deptId, deptId),
    username === '' ? undefined : inArray(orders.userId, matchingUsers),
    withNumber(orderNo),
    leadClassId === null ? undefined : hasLead(leadClassId),
    withTotal(priceFrom, priceTo),
  ];
}

const isCurrentItem = and(eq(orders.id, orderItems.orderId), eq(orders.revision, orderItems.revision));
const belongsToOrders = (ids: readonly number[]) => sql`${orders.id} = any(${sql.param(ids)}::int[])`;

type Models = ReadonlyMap<string, SentModel>;

/** The browsers' measures of the models, by `<order id>/<line number>`. */
async function readModels(tx: Db, ids: readonly number[]): Promise<Models> {
  const { orderId, revision, lineNo, modelId: id, body, scale, volumeMm3, boxMm, isTurned } = partModels;
  const rows = await tx
    .select({ orderId, lineNo, id, body, scale, volumeMm3, boxMm, isTurned })
    .from(partModels)
    .innerJoin(orders, and(eq(orders.id, orderId), eq(orders.revision, revision)))
    .where(sql`${orderId} = any(${sql.param(ids)}::int[])`);
  return new Map(rows.map(({ orderId: order, lineNo: line, ...model }) => [`${order}/${line}`, model]));
}

/** Adds the server's measures to lines with a model. */
async function addMeasures(tx: Db, lines: Map<number, StoredLine[]>, models: Models): Promise<void> {
  const modelledLines = [...lines].flatMap(([order, orderLines]) =>
    orderLines.flatMap((line, index) => {
      const model = models.get(`${order}/${line.lineNo}`);
      return model ? [{ orderLines, index, line, model, materialTag: line.materialTag }] : [];
    }),
  );
  const measured = await readMeasuresOfParts(tx, await loadSettings(tx), modelledLines);
  for (const [at, { orderLines, index, line }] of modelledLines.entries())
    orderLines[index] = { ...line, measured: measured[at] };
}

/** The lines of the orders' current revisions, by order. */
async function readLines(tx: Db, ids: readonly number[], models: Models): Promise<Map<number, StoredLine[]>> {
  const { orderId, lineNo, name, materialId, materialName, materialTag } = orderItems;
  const { num, length, width, height, subTotalFen, lineFen, trace, isRepeat } = orderItems;
  const rows = await tx
    .select({
      orderId,
      isRepeat,
      lineNo,
      name,
      materialId,
      materialName,
      materialTag,
      num,
      length,
      width,
      height,
      formulaFen: subTotalFen,
      lineFen,
      costFen: orderItemCosts.costFen,
      // Reads only the needed part of a trace: the whole is several times as large.
      options: sql<readonly TracedOption[] | null>`${trace} -> 'options'`,
      // Only for manual prices: the figures that charges on them depend on.
      manualTrace: sql<Omit<
        NonNullable<SoldLine['manualTrace']>,
        'options'
      > | null>`case when ${lineFen} is not null then jsonb_build_object('machiningPrice', ${trace} -> 'machiningPrice', 'unit', ${trace} -> 'unit') end`,
      steps: sql<readonly TraceStep[] | null>`${trace} -> 'steps'`,
    })
    .from(orderItems)
    .innerJoin(orders, isCurrentItem)
    .leftJoin(
      orderItemCosts,
      and(
        eq(orderItemCosts.orderId, orderId),
        eq(orderItemCosts.revision, orderItems.revision),
        eq(orderItemCosts.lineNo, lineNo),
      ),
    )
    .where(belongsToOrders(ids))
    .orderBy(asc(orderId), asc(lineNo));
  const byOrder = new Map<number, StoredLine[]>();
  for (const row of rows) {
    const { orderId: order, options, manualTrace, steps } = row;
    // Field by field: a spread takes many times as long.
    const line: StoredLine = {
      lineNo: row.lineNo,
      name: row.name,
      materialId: row.materialId,
      materialName: row.materialName,
      materialTag: row.materialTag,
      num: row.num,
      length: row.length,
      width: row.width,
      height: row.height,
      options: options ?? [],
      state: steps?.at(-1)?.kind ?? 'formula',
      paidFen: row.lineFen ?? row.formulaFen,
      costFen: row.costFen,
      manualTrace: manualTrace ? { ...manualTrace, options: options ?? [] } : undefined,
      isRepeat: row.isRepeat,
      model: models.size === 0 ? undefined : models.get(`${order}/${row.lineNo}`),
      formulaFen: row.formulaFen,
      steps: steps ?? undefined,
    };
    const list = byOrder.get(order);
    if (list) list.push(line);
    else byOrder.set(order, [line]);
  }
  return byOrder;
}

/** The data of a line for its receipt and for repricing. */
export interface ReceiptRow {
  deptId: number | null;
  line: SoldLine;
  stored: Pick<StoredReceipt, 'processes' | 'trace'>;
}

/** Reads up to `limit` lines of an order with their traces. */
export async function readReceiptRows(tx: Db, orderId: number, limit: number): Promise<ReceiptRow[]> {
  const rows = await tx
    .select({ item: orderItems, deptId: orders.deptId })
    .from(orderItems)
    .innerJoin(orders, isCurrentItem)
    .where(eq(orders.id, orderId))
    .orderBy(asc(orderItems.lineNo))
    .limit(limit);
  return rows.map(({ deptId, item }) => ({
    deptId,
    line: {
      lineNo: item.lineNo,
      name: item.name,
      materialId: item.materialId,
      materialName: item.materialName,
      materialTag: item.materialTag,
      num: item.num,
      length: item.length,
      width: item.width,
      height: item.height,
      options: item.trace.options,
      state: item.trace.steps?.at(-1)?.kind ?? 'formula',
      paidFen: item.lineFen ?? item.subTotalFen,
    },
    stored: { processes: item.processes, trace: item.trace },
  }));
}

/** Every department with its name and path, nearest first. */
export async function readDepts(tx: Db): Promise<Map<number, { name: string; path: number[] }>> {
  const rows = await tx.select({ id: depts.deptId, name: depts.deptName, path: depts.deptPath }).from(depts);
  return new Map(rows.map(({ id, name, path }) => [id, { name, path: idsOfPath(path) }]));
}

/** Returns the function that names an option with its process, even a deleted one. */
export async function readOptionNames(tx: Db): Promise<(optionId: number) => string> {
  const { id, parentId, name } = processes;
  const rows = await tx.select({ id, parentId, name }).from(processes);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (optionId) => {
    const option = byId.get(optionId);
    if (!option) return String(optionId);
    return [byId.get(option.parentId)?.name, option.name].filter(Boolean).join(' ');
  };
}
