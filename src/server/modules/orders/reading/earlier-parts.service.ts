import { and, eq, sql } from 'drizzle-orm';
import { modelScaleNames, modelScales } from '#domain/models/model-check.ts';
import { MAX_EARLIER_PARTS, type EarlierPart } from '#contract/orders/earlier-parts.ts';
import { compareShapes, scaleFingerprint, VOLUME_SEARCH_TOLERANCE } from '#geometry/fingerprint.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import type { Db } from '#server/db/database.ts';
import { modelBodies, orderItems, orders, partModels } from '#server/db/schema.ts';
import type { Caller, Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { presentItem } from './present-item.service.ts';
import { getOrder } from './orders.service.ts';

/** A part is compared with at most this many of the customer's latest lines, and as many of the company's. */
const MAX_COMPARED = 30;

interface EarlierQuery {
  userId: number;
  /** Null for a customer without a company. */
  deptId: number | null;
  scope: Scope;
  /** Orders placed before this time. */
  before: Date;
}

/**
 * Finds for each fingerprint the same part in earlier orders of this customer and company within the scope. Reads at most
 * `MAX_COMPARED` lines for each of the two, by index.
 */
export async function findEarlierParts(
  db: Db,
  fingerprints: readonly Fingerprint[],
  { userId, deptId, scope, before }: EarlierQuery,
): Promise<EarlierPart[][]> {
  const volumes = fingerprints.flatMap(({ volumeMm3 }, n) =>
    Object.values(modelScales).map((factor) => ({ n, volumeMm3: volumeMm3 * factor ** 3 })),
  );
  const candidates = (owner: ReturnType<typeof sql>) => sql`(
    select p.order_id, p.revision, p.line_no, p.model_id, p.body, p.scale from part_model p
    where ${owner} and p.volume_mm3 between searched.volume * ${1 - VOLUME_SEARCH_TOLERANCE}::float8 and searched.volume * ${1 + VOLUME_SEARCH_TOLERANCE}::float8
    order by p.order_id desc limit ${MAX_COMPARED})`;
  const { rows } = await db.execute<Candidate>(sql`
    select searched.n, part.order_id as "orderId", part.revision, part.line_no as "lineNo", part.scale,
      ${modelBodies.fingerprint}
    from unnest(
      ${sql.param(volumes.map(({ n }) => n))}::int[],
      ${sql.param(volumes.map(({ volumeMm3 }) => volumeMm3))}::float8[]
    ) as searched (n, volume)
    cross join lateral (
      ${candidates(sql`p.user_id = ${userId}`)}
      union ${candidates(sql`p.dept_id = ${deptId}::int`)}
    ) as part
    join ${orders} on ${orders.id} = part.order_id and ${orders.revision} = part.revision
    join ${modelBodies} on ${modelBodies.modelId} = part.model_id and ${modelBodies.body} = part.body
    where ${and(
      sql`${orders.placedAt} < ${before.toISOString()}::timestamptz`,
      sql`${orders.status} <> 'cancelled'`,
      withinScope(scope),
    )}`);
  const matches = fingerprints.map((fingerprint, n) =>
    rows
      .filter((row) => row.n === n)
      .flatMap((row) => {
        const likeness = likenessOf(fingerprint, scaleFingerprint(row.fingerprint, modelScales[row.scale]));
        return likeness ? [{ ...row, likeness }] : [];
      })
      .toSorted(
        (a, b) => rankOfLikeness(a) - rankOfLikeness(b) || b.orderId - a.orderId || a.lineNo - b.lineNo,
      )
      .slice(0, MAX_EARLIER_PARTS),
  );
  const orderedLines = await readOrderedLines(db, matches.flat());
  return matches.map((lines) =>
    lines.flatMap(({ orderId, lineNo, likeness }) => {
      const orderedLine = orderedLines.get(`${orderId} ${lineNo}`);
      return orderedLine ? [{ orderId, likeness, ...orderedLine }] : [];
    }),
  );
}

type Candidate = Pick<typeof partModels.$inferSelect, 'orderId' | 'revision' | 'lineNo' | 'scale'> & {
  n: number;
  fingerprint: Fingerprint;
};

/** The ordered lines, by `<order id> <line number>`. */
async function readOrderedLines(db: Db, lines: readonly Candidate[]) {
  if (lines.length === 0) return new Map<string, Pick<EarlierPart, 'orderNo' | 'placedAt' | 'item'>>();
  const isLine = sql`(${orderItems.orderId}, ${orderItems.revision}, ${orderItems.lineNo}) in (${sql.join(
    lines.map(({ orderId, revision, lineNo }) => sql`(${orderId}, ${revision}, ${lineNo})`),
    sql`, `,
  )})`;
  const rows = await db
    .select({ orderNo: orders.orderNo, placedAt: orders.placedAt, item: orderItems })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isLine);
  return new Map(
    rows.flatMap(({ orderNo, placedAt, item }) =>
      placedAt
        ? [
            [
              `${item.orderId} ${item.lineNo}`,
              { orderNo, placedAt: placedAt.toISOString(), item: presentItem(item) },
            ] as const,
          ]
        : [],
    ),
  );
}

/** Ranks equal parts before scaled ones, and mirrored parts last. */
export const rankOfLikeness = ({ likeness }: Pick<EarlierPart, 'likeness'>): number =>
  likeness === 'same' ? 0 : likeness === 'mirrored' ? 2 : 1;

/** How a part matches an earlier one; undefined for a different part. */
export function likenessOf(
  fingerprint: Fingerprint,
  earlier: Fingerprint,
): EarlierPart['likeness'] | undefined {
  const likeness = compareShapes(fingerprint, earlier);
  if (likeness === 'different') return undefined;
  if (typeof likeness === 'string') return likeness;
  const name = modelScaleNames.find((scaleName) => modelScales[scaleName] === likeness.scale);
  return name === '1' ? 'same' : name;
}

/** Finds the parts that the caller and the caller's company have ordered before. */
export const findOwnEarlierParts = (
  db: Db,
  { userId, deptId, grant: { scope } }: Caller,
  fingerprints: readonly Fingerprint[],
  now: Date,
): Promise<EarlierPart[][]> => findEarlierParts(db, fingerprints, { userId, deptId, scope, before: now });

/** Finds the measured parts of an order that its customer has ordered before. Throws `record.not_found`. */
export async function findEarlierPartsOfOrder(
  db: Db,
  { grant: { scope } }: Caller,
  id: number,
  now: Date,
): Promise<{ lineNo: number; earlier: EarlierPart[] }[]> {
  const { userId, deptId, revision, placedAt } = await getOrder(db, scope, id);
  const lines = await db
    .select({ lineNo: partModels.lineNo, scale: partModels.scale, fingerprint: modelBodies.fingerprint })
    .from(partModels)
    .innerJoin(
      modelBodies,
      and(eq(modelBodies.modelId, partModels.modelId), eq(modelBodies.body, partModels.body)),
    )
    .where(and(eq(partModels.orderId, id), eq(partModels.revision, revision)));
  const fingerprints = lines.map(({ fingerprint, scale }) =>
    scaleFingerprint(fingerprint, modelScales[scale]),
  );
  if (fingerprints.length === 0) return [];
  const earlierParts = await findEarlierParts(db, fingerprints, {
    userId,
    deptId,
    scope,
    before: placedAt ?? now,
  });
  return lines.flatMap(({ lineNo }, n) => {
    const earlier = earlierParts[n] ?? [];
    return earlier.length > 0 ? [{ lineNo, earlier }] : [];
  });
}
