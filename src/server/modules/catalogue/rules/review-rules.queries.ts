import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import type { Db } from '#server/db/database.ts';
import { reviewRules } from '#server/db/schema.ts';

/** The rules that are on, in display order. */
export function readGateRules(db: Db): Promise<ReviewRule[]> {
  const { id, kind, length, width, height, smallestMm, weightKg } = reviewRules;
  const { amountYuan, pieces, toleranceMm, words, sentence, priceDisplay, sort, status, deletedAt } =
    reviewRules;
  return db
    .select({
      id,
      kind,
      length,
      width,
      height,
      smallestMm,
      weightKg,
      amountYuan,
      pieces,
      toleranceMm,
      words,
      sentence,
      priceDisplay,
    })
    .from(reviewRules)
    .where(and(isNull(deletedAt), eq(status, 2)))
    .orderBy(asc(sort), asc(id));
}
