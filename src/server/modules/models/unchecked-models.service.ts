import { sql, type SQL } from 'drizzle-orm';
import { LENGTH_TOLERANCE_MM, modelScales, VOLUME_TOLERANCE } from '#domain/models/model-check.ts';
import type { Db } from '#server/db/database.ts';
import { modelBodies, modelFiles, orderItems, orders, partModels } from '#server/db/schema.ts';

type EdgeTriple = readonly [SQL, SQL, SQL];

const edges = (json: SQL): EdgeTriple => [
  sql`(${json}->>0)::float8`,
  sql`(${json}->>1)::float8`,
  sql`(${json}->>2)::float8`,
];

/** Smallest first. */
const sorted = ([a, b, c]: EdgeTriple): EdgeTriple => [
  sql`least(${a}, ${b}, ${c})`,
  sql`greatest(least(${a}, ${b}), least(greatest(${a}, ${b}), ${c}))`,
  sql`greatest(${a}, ${b}, ${c})`,
];

const compareEach = (left: EdgeTriple, right: EdgeTriple, compare: (a: SQL, b: SQL) => SQL): SQL =>
  sql.join(
    [0, 1, 2].map((n) => compare(left[n] ?? sql`null`, right[n] ?? sql`null`)),
    sql` and `,
  );

const scaleFactor = sql.join(
  [
    sql`case ${partModels.scale}`,
    ...Object.entries(modelScales).map(([name, value]) => sql`when ${name} then ${value}::float8`),
    sql`end`,
  ],
  sql` `,
);
const scaled = (json: SQL): EdgeTriple => {
  const [a, b, c] = edges(json);
  return [sql`${a} * ${scaleFactor}`, sql`${b} * ${scaleFactor}`, sql`${c} * ${scaleFactor}`];
};

const stockBox = sorted(scaled(sql`${modelBodies.measures}->'stockBoxMm'`));
const axisBox = sorted(scaled(sql`${modelBodies.measures}->'boxMm'`));
const sentBox = sorted(edges(sql`${partModels.boxMm}`));
const lineBox = sorted([sql`${orderItems.length}`, sql`${orderItems.width}`, sql`${orderItems.height}`]);
const volume = sql`(${modelBodies.measures}->>'volumeMm3')::float8 * (${scaleFactor}) ^ 3`;
const fits = (box: EdgeTriple) =>
  compareEach(box, lineBox, (edge, room) => sql`${edge} <= ${room} + ${LENGTH_TOLERANCE_MM}::float8`);

/** The condition for the result `equal` of `checkModel`. */
const isEqual = sql`(
  ${modelFiles.status} = 'measured' and ${modelBodies.kind} <> 'open'
  and abs(${partModels.volumeMm3} - ${volume}) <= ${volume} * ${VOLUME_TOLERANCE}::float8
  and ${compareEach(sentBox, stockBox, (a, b) => sql`abs(${a} - ${b}) <= ${LENGTH_TOLERANCE_MM}::float8`)}
  and ((${fits(stockBox)}) or (${fits(axisBox)}))
  and (${partModels.scale} = '1' or ${modelFiles.unit} is null)
)`;

/**
 * The parts of an order's current revision whose model must be checked before the confirmation; must agree with
 * `assertModelsChecked`.
 */
const uncheckedParts = sql`
  from ${partModels}
  join ${modelFiles} on ${modelFiles.id} = ${partModels.modelId}
  join ${orderItems} on ${orderItems.orderId} = ${partModels.orderId}
    and ${orderItems.revision} = ${partModels.revision} and ${orderItems.lineNo} = ${partModels.lineNo}
  left join ${modelBodies} on ${modelBodies.modelId} = ${partModels.modelId} and ${modelBodies.body} = ${partModels.body}
  where ${partModels.orderId} = ${orders.id} and ${partModels.revision} = ${orders.revision}
    and (${partModels.acknowledgedAt} is null or ${partModels.acknowledged} is distinct from ${modelFiles.measurings})
    and (${isEqual} is not true or ${partModels.holds} <> '[]')`;

/** A condition for queries on `orders`: the order awaits confirmation and has a model to check first. */
export const hasUncheckedModels = sql`(${orders.status} = 'placed' and exists (select ${uncheckedParts}))`;

/** Counts the parts with a model to check; orders without such parts are absent. */
export async function countUncheckedModels(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select ${orders.id} as id, (select count(*)::int ${uncheckedParts}) as count
    from ${orders} where ${orders.id} = any(${sql.param([...orderIds])}::int[])`);
  return new Map(rows.flatMap(({ id, count }) => (count > 0 ? [[id, count]] : [])));
}

/** Excludes models that only wait to be measured: they may turn out to have no findings. */
const isMeasuredOrHeld = sql`(${modelFiles.status} <> 'waiting' or ${partModels.holds} <> '[]')`;

type ReviewableOrder = Pick<typeof orders.$inferSelect, 'id' | 'status' | 'revision' | 'offeredRevision'>;

const mayBeForReference = ({ status, revision, offeredRevision }: ReviewableOrder): boolean =>
  (status === 'quoted' || status === 'placed') && offeredRevision !== revision;

/** The findings to review before the price of a line is binding, by line; empty if all prices are binding. */
export async function findHeldLines(db: Db, order: ReviewableOrder): Promise<ReadonlyMap<number, string[]>> {
  if (!mayBeForReference(order)) return new Map();
  // The alias is the table's own name, so that the columns of `partModels` also resolve outside the subquery.
  const { rows } = await db.execute<{ line: number; holds: string[] }>(sql`
    select ${partModels.lineNo} as line, ${partModels.holds} as holds
    from ${orders}, lateral (select part_model.* ${uncheckedParts} and ${isMeasuredOrHeld}) as part_model
    where ${orders.id} = ${order.id} and ${orders.revision} = ${order.revision}`);
  return new Map(rows.map(({ line, holds }) => [line, holds.length > 0 ? holds : ['三维模型由我们核对']]));
}

/**
 * Finds the orders whose price and ship date are for reference only: a model needs a review, and staff have made no
 * offer. Confirmation makes them binding.
 */
export async function findReferenceOrders(
  db: Db,
  rows: readonly ReviewableOrder[],
): Promise<ReadonlySet<number>> {
  const ids = rows.filter(mayBeForReference).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const result = await db.execute<{ id: number }>(sql`
    select ${orders.id} as id from ${orders}
    where ${orders.id} = any(${sql.param(ids)}::int[])
      and exists (select ${uncheckedParts} and ${isMeasuredOrHeld})`);
  return new Set(result.rows.map(({ id }) => id));
}
