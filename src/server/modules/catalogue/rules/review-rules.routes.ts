import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import {
  reviewRuleImport,
  reviewRules as endpoints,
  MAX_REVIEW_RULES,
  type ReviewRuleInput,
} from '#contract/catalogue/review-rules.ts';
import {
  reviewRuleKindLabels,
  reviewLimitLabels,
  reviewRuleLabel,
  kindLimits,
  wrongLimits,
  type ReviewRule,
} from '#domain/review/review-rule.ts';
import { toleranceMm } from '#domain/review/review-reasons.ts';
import { reviewRuleConflict, neverTriggeredReason } from '#domain/review/rule-conflicts.ts';
import type { Database, Db } from '#server/db/database.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { reviewRules, materials, processes } from '#server/db/schema.ts';
import { fieldError, throwFieldErrors } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import type { App } from '#server/http/route.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { normalizeNumber, storeImport } from '#server/imports/store-import.ts';
import { assertBelowLimit } from './assert-below-limit.ts';
import { writeCatalogue } from '../catalogue-writes.service.ts';
import { readReviewRules } from './review-rules.queries.ts';

const { id, kind, priceDisplay, sort, status, updatedAt } = reviewRules;

const store = storeOf<typeof endpoints>()({
  table: reviewRules,
  id,
  present: (rows) => rows.map((row) => ({ ...withWireTimes(row), name: reviewRuleLabel(row) })),
  where: (query) => [
    query.kind ? eq(kind, query.kind) : undefined,
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { id, kind, priceDisplay, sort, status, updatedAt },
  order: [asc(sort), asc(id)],
});

/**
 * Checks the limits of a rule. An enabled one must be able to trigger and not contradict another. The caller must hold
 * the catalogue's lock.
 */
async function checkRule(tx: Db, input: ReviewRuleInput, ruleId: number | undefined): Promise<void> {
  const fields: FieldErrors = {};
  const label = reviewRuleKindLabels[input.kind];
  for (const limit of wrongLimits(input)) {
    const isRequired = kindLimits[input.kind].includes(limit);
    fields[limit] = isRequired
      ? `${label}必须填写${reviewLimitLabels[limit]}`
      : `${label}没有${reviewLimitLabels[limit]}，请留空`;
  }
  if (input.words.trim() !== '' && input.kind !== 'thread')
    fields['words'] = `${label}没有螺纹关键词，请留空`;
  throwFieldErrors(fields);
  if (ruleId === undefined) await assertBelowLimit(tx, reviewRules, MAX_REVIEW_RULES, '条规则');
  if (input.status !== ENABLED) return;
  const rule: ReviewRule = { ...input, id: ruleId ?? 0 };
  const error =
    neverTriggeredReason(rule) ??
    (await missingTriggerReason(tx, rule)) ??
    reviewRuleConflict(rule, await readReviewRules(tx));
  if (error !== undefined) throw fieldError('kind', error);
}

/** Why nothing in the catalogue can trigger the rule, as a sentence; undefined if something can. */
async function missingTriggerReason(tx: Db, rule: ReviewRule): Promise<string | undefined> {
  if (rule.kind === 'weight') {
    const [match] = await tx
      .select({ id: materials.id })
      .from(materials)
      .where(and(isNull(materials.deletedAt), gt(materials.density, 0)))
      .limit(1);
    return match ? undefined : '没有一种材料填写了密度，重量无从计算，这条规则不会触发';
  }
  if (rule.kind === 'tolerance') {
    const limit = rule.toleranceMm ?? 0;
    const options = await tx
      .select({ name: processes.name })
      .from(processes)
      .where(and(isNull(processes.deletedAt), ne(processes.parentId, 0)));
    return options.some(({ name }) => (toleranceMm(name) ?? Infinity) <= limit)
      ? undefined
      : `没有 ±${limit} mm 或更严的工艺选项，这条规则不会触发：请放宽公差，或先添加这样的选项`;
  }
  return undefined;
}

export function reviewRuleRoutes(app: App, database: Database): void {
  recordRoutes(app, database, endpoints, store, {
    title: '人工报价规则',
    check: checkRule,
    write: writeCatalogue,
  });
  importRoutes(
    app,
    database,
    storeImport({
      store,
      check: checkRule,
      revision: 'catalogue',
      spec: reviewRuleImport,
      endpoints,
      foldKey: normalizeNumber,
    }),
  );
}
