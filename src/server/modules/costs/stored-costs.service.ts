import { and, eq, sql } from 'drizzle-orm';
import type { EnteredCostKind } from '#domain/pricing/cost.ts';
import type { Fen } from '#domain/money.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
import { costs } from '#server/db/schema.ts';

/** The subject of a cost; fields that do not belong to its kind are empty or 0. */
export interface CostTarget {
  kind: EnteredCostKind;
  materialTag: string;
  materialId: number;
  optionId: number;
}

export const costKey = ({ kind, materialTag, materialId, optionId }: CostTarget): string =>
  `${kind}/${materialTag}/${materialId}/${optionId}`;

/** The costs of one kind, or by default of all kinds, by `costKey`. */
export async function readCosts(db: Db, kind?: EnteredCostKind): Promise<Map<string, Fen>> {
  const rows = await db
    .select()
    .from(costs)
    .where(kind === undefined ? undefined : eq(costs.kind, kind));
  return new Map(rows.map((row) => [costKey(row), row.costFen]));
}

/** A cost of null is unknown. */
export type CostChange = CostTarget & { beforeFen: Fen | null; fen: Fen | null };

/** Sets costs and adds them to their history; null removes the row. */
export async function setCosts(db: Db, changes: readonly CostChange[], by: ChangedBy): Promise<void> {
  const removed = changes.filter(({ fen }) => fen === null);
  for (const { kind, materialTag, materialId, optionId } of removed) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other in a transaction
    await db
      .delete(costs)
      .where(
        and(
          eq(costs.kind, kind),
          eq(costs.materialTag, materialTag),
          eq(costs.materialId, materialId),
          eq(costs.optionId, optionId),
        ),
      );
  }
  const rows = changes.flatMap(({ fen, kind, materialTag, materialId, optionId }) =>
    fen === null ? [] : [{ kind, materialTag, materialId, optionId, costFen: fen, ...stampOfNew(by) }],
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other in a transaction
    await db
      .insert(costs)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflictDoUpdate({
        target: [costs.kind, costs.materialTag, costs.materialId, costs.optionId],
        set: { costFen: sql`excluded.cost_fen`, ...stampOfChange(costs, by) },
      });
  }
  await recordCosts(db, changes, by);
}

async function recordCosts(
  db: Db,
  changes: readonly CostChange[],
  { userId, now }: ChangedBy,
): Promise<void> {
  if (changes.length === 0) return;
  const column = <T>(pick: (change: CostChange) => T) => sql.param(changes.map((change) => pick(change)));
  await db.execute(sql`
    insert into cost_change (key, before_fen, after_fen, user_id, changed_at)
    select change.*, ${userId}::int, ${now.toISOString()}::timestamptz
    from unnest(${column(costKey)}::text[], ${column(({ beforeFen }) => beforeFen)}::bigint[],
      ${column(({ fen }) => fen)}::bigint[]) as change`);
}

/** A statement accepts 65,535 parameters. */
const ROWS_PER_STATEMENT = 2_000;
