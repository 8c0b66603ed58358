import { and, asc, eq, isNull } from 'drizzle-orm';
import type { GateRule } from '#domain/gates/gate-rule.ts';
import type { Db } from '#server/db/database.ts';
import { gateRules } from '#server/db/schema.ts';

/** The rules that are on, in display order. */
export function readGateRules(db: Db): Promise<GateRule[]> {
  const { id, kind, length, width, height, weightKg, amountYuan, pieces, toleranceMm } = gateRules;
  const { words, sentence, priceDisplay, sort, status, deletedAt } = gateRules;
  return db
    .select({
      id,
      kind,
      length,
      width,
      height,
      weightKg,
      amountYuan,
      pieces,
      toleranceMm,
      words,
      sentence,
      priceDisplay,
    })
    .from(gateRules)
    .where(and(isNull(deletedAt), eq(status, 2)))
    .orderBy(asc(sort), asc(id));
}
