import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { PartItem } from '#domain/pricing/types.ts';
import type { Db } from '#server/db/database.ts';
import { defaultConfigs } from '#server/db/schema.ts';

type Origin = 'user' | 'company' | 'system';

/** The configuration that a user starts from: its own, else its nearest company's, else the system's. */
export async function findDefaultConfig(
  db: Db,
  userId: number,
  deptPath: readonly number[],
): Promise<{ origin: Origin; item: PartItem } | undefined> {
  const { scope, ownerId } = defaultConfigs;
  const rows = await db
    .select()
    .from(defaultConfigs)
    .where(
      or(
        and(eq(scope, 'user'), eq(ownerId, userId)),
        deptPath.length > 0 ? and(eq(scope, 'company'), inArray(ownerId, [...deptPath])) : undefined,
        eq(scope, 'system'),
      ),
    );
  const own = rows.find((row) => row.scope === 'user');
  if (own) return { origin: 'user', item: own.item };
  for (const deptId of deptPath) {
    const company = rows.find((row) => row.scope === 'company' && row.ownerId === deptId);
    if (company) return { origin: 'company', item: company.item };
  }
  const system = rows.find((row) => row.scope === 'system');
  return system ? { origin: 'system', item: system.item } : undefined;
}

/** Stores the user's own configuration in place of the one before. */
export async function saveOwnConfig(db: Db, userId: number, item: PartItem, now: Date): Promise<void> {
  await db
    .insert(defaultConfigs)
    .values({ scope: 'user', ownerId: userId, item, createBy: userId, updateBy: userId })
    .onConflictDoUpdate({
      target: [defaultConfigs.scope, defaultConfigs.ownerId],
      set: { item, updateBy: userId, updatedAt: now, version: sql`${defaultConfigs.version} + 1` },
    });
}
