import { and, asc, eq, isNull } from 'drizzle-orm';
import { ENABLED } from '#contract/kernel/fields.ts';
import { pick } from '#domain/pick.ts';
import { REVIEW_LIMITS, type ReviewRule } from '#domain/review/review-rule.ts';
import type { Db } from '#server/db/database.ts';
import { reviewRules } from '#server/db/schema.ts';

/** The enabled rules, in display order. */
export function readReviewRules(db: Db): Promise<ReviewRule[]> {
  const { id, sort, status, deletedAt } = reviewRules;
  const fields = ['id', 'kind', ...REVIEW_LIMITS, 'words', 'sentence', 'priceDisplay'] as const;
  return db
    .select(pick(reviewRules, fields))
    .from(reviewRules)
    .where(and(isNull(deletedAt), eq(status, ENABLED)))
    .orderBy(asc(sort), asc(id));
}
