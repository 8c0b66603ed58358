import { and, eq, inArray, or } from 'drizzle-orm';
import type { PartItem } from '#domain/pricing/types.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
import { defaultConfigs } from '#server/db/schema.ts';

type Origin = 'user' | 'company' | 'system';

/** The owner of a configuration: a user, a company, or the system with id 0. */
export interface ConfigOwner {
  scope: Origin;
  ownerId: number;
}

/** The default configuration for a user: the user's own, else the nearest company's, else the system's. */
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
  const userRow = rows.find((row) => row.scope === 'user');
  if (userRow) return { origin: 'user', item: userRow.item };
  for (const deptId of deptPath) {
    const company = rows.find((row) => row.scope === 'company' && row.ownerId === deptId);
    if (company) return { origin: 'company', item: company.item };
  }
  const system = rows.find((row) => row.scope === 'system');
  return system ? { origin: 'system', item: system.item } : undefined;
}

export async function findOwnConfig(db: Db, { scope, ownerId }: ConfigOwner): Promise<PartItem | undefined> {
  const [row] = await db
    .select({ item: defaultConfigs.item })
    .from(defaultConfigs)
    .where(and(eq(defaultConfigs.scope, scope), eq(defaultConfigs.ownerId, ownerId)));
  return row?.item;
}

export async function saveConfig(db: Db, owner: ConfigOwner, item: PartItem, by: ChangedBy): Promise<void> {
  await db
    .insert(defaultConfigs)
    .values({ ...owner, item, ...stampOfNew(by) })
    .onConflictDoUpdate({
      target: [defaultConfigs.scope, defaultConfigs.ownerId],
      set: { item, ...stampOfChange(defaultConfigs, by) },
    });
}
