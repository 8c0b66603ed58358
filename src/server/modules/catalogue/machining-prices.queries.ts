import { and, asc, count, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { AgreedPrice, machiningPrices as contract } from '#contract/catalogue/machining-prices.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
import { depts, machiningPrices, materials } from '#server/db/schema.ts';

/** The prices agreed with a company; the system's for department 0. */
export async function listAgreedPrices(db: Db, deptId: number): Promise<AgreedPrice[]> {
  const rows = await db
    .select()
    .from(machiningPrices)
    .where(eq(machiningPrices.deptId, deptId))
    .orderBy(asc(machiningPrices.materialTag));
  return rows.map(({ materialTag, price, version, updatedAt }) => ({
    materialTag,
    price,
    version,
    updatedAt: updatedAt.toISOString(),
  }));
}

/** The prices of these tags: the system's, then those agreed with companies, by company name. */
export async function listPricesOfTags(
  db: Db,
  tags: readonly string[],
): Promise<{ deptId: number; deptName: string | null; materialTag: string; price: number }[]> {
  const { deptId, materialTag, price } = machiningPrices;
  return db
    .select({ deptId, deptName: depts.deptName, materialTag, price })
    .from(machiningPrices)
    .leftJoin(depts, and(eq(depts.deptId, deptId), isNull(depts.deletedAt)))
    .where(and(inArray(materialTag, [...tags]), or(eq(deptId, 0), isNotNull(depts.deptId))))
    .orderBy(sql`${deptId} > 0`, asc(depts.deptName), asc(deptId));
}

/** The companies with agreed prices, by name. */
export function listCompanies(db: Db): Promise<DataOf<typeof contract.companies>> {
  const { deptId } = machiningPrices;
  return db
    .select({ deptId, deptName: depts.deptName, count: count() })
    .from(machiningPrices)
    .innerJoin(depts, eq(depts.deptId, deptId))
    .where(and(gt(deptId, 0), isNull(depts.deletedAt)))
    .groupBy(deptId, depts.deptName)
    .orderBy(asc(depts.deptName), asc(deptId));
}

/** Returns those of the tags that materials use; deleted materials do not count. */
export async function listUsedTags(db: Db, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const rows = await db
    .selectDistinct({ tag: materials.materialTag })
    .from(materials)
    .where(and(inArray(materials.materialTag, [...tags]), isNull(materials.deletedAt)));
  return rows.map((row) => row.tag);
}

/** Sets prices of a company (0: the system) in yuan; null deletes a row. */
export async function setAgreedPrices(
  db: Db,
  deptId: number,
  prices: readonly { materialTag: string; price: number | null }[],
  by: ChangedBy,
): Promise<void> {
  const removedTags = prices.filter((entry) => entry.price === null).map((entry) => entry.materialTag);
  if (removedTags.length > 0) {
    await db
      .delete(machiningPrices)
      .where(and(eq(machiningPrices.deptId, deptId), inArray(machiningPrices.materialTag, removedTags)));
  }
  const rows = prices.flatMap(({ materialTag, price }) =>
    price === null
      ? []
      : {
          materialTag,
          deptId,
          price,
          ...stampOfNew(by),
        },
  );
  if (rows.length === 0) return;
  await db
    .insert(machiningPrices)
    .values(rows)
    .onConflictDoUpdate({
      target: [machiningPrices.deptId, machiningPrices.materialTag],
      set: {
        price: sql`excluded.price_fen`,
        ...stampOfChange(machiningPrices, by),
      },
    });
}
