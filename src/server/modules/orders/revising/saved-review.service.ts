import { and, eq, inArray } from 'drizzle-orm';
import type { ReviewedCart } from '#domain/review/reviewed-cart.ts';
import { findReviewReasons } from '#domain/review/review-reasons.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { pricesFromTrace } from '#domain/pricing/price-item.ts';
import { processTexts } from '#domain/process-tree/chosen-processes.ts';
import { partShape } from '#domain/stock/part-shape.ts';
import type { SentModel } from '#contract/orders/part-item.ts';
import { isDrawing } from '#geometry/drawing-check.ts';
import type { Db } from '#server/db/database.ts';
import { materials, partModels } from '#server/db/schema.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { listOrderFiles } from '#server/modules/files/attach-files.service.ts';
import { withMeasuredModels } from '#server/modules/models/measured-parts.service.ts';
import { readHoldsOfParts } from '#server/modules/models/part-models.service.ts';
import {
  rulesUseModels,
  assertNeedsNoReview,
  isNewCustomer,
} from '#server/modules/quotes/price-cart.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { listItemRowsOf, type OrderRow } from '../reading/orders.queries.ts';

interface ReviewDeps {
  db: Db;
  catalogue: Catalogue;
  settings: Settings;
}

/**
 * Throws `order.needs_review` with the reasons when today's rules require a review of the saved order. An offer by staff
 * needs no review.
 */
export async function assertSavedNeedsNoReview(
  { db, catalogue, settings }: ReviewDeps,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const { reviewRules: rules } = catalogue;
  if (rules.length === 0 || order.offeredRevision === order.revision) return;
  assertNeedsNoReview(
    findReviewReasons(rules, await readSavedCart(db, settings, order, rulesUseModels(catalogue, now))),
  );
}

async function readSavedCart(
  db: Db,
  settings: Settings,
  order: OrderRow,
  needsModels: boolean,
): Promise<ReviewedCart> {
  const { id: orderId, revision } = order;
  const rows = await listItemRowsOf(db, order);
  const ids = [...new Set(rows.map(({ materialId }) => materialId))];
  const densities = await db
    .select({ id: materials.id, density: materials.density })
    .from(materials)
    .where(inArray(materials.id, ids));
  const densityOf = new Map(densities.map(({ id, density }) => [id, density]));
  const files = await listOrderFiles(db, orderId, revision);
  const models = await readSavedModels(db, order, needsModels ? 'refuse' : 'keep');
  const parts = rows.map(({ lineNo, materialTag }) => ({ model: models.get(lineNo), materialTag }));
  const holds = await readHoldsOfParts(db, settings, parts);
  return {
    isNewCustomer: await isNewCustomer(db, order.userId),
    lines: rows.map((row, index) => {
      const { length, width, height, num, trace, lineNo, materialId, processes } = row;
      const hasDrawing = files.some((file) => file.lineNo === lineNo && isDrawing(file.name));
      return {
        length,
        width,
        height,
        num,
        density: densityOf.get(materialId) ?? 0,
        volumeMm3: partShape(row, models.get(lineNo)).volumeMm3,
        subTotalFen: lineFromTrace(trace).fen ?? undefined,
        subTotalAt: (pieces) => pricesFromTrace({ ...trace, num: pieces }).subTotalFen,
        optionTexts: processTexts(processes),
        hasDrawing,
        holds: holds[index] ?? [],
      };
    }),
  };
}

/**
 * The models of the order's revision by line, with the server's own figures. Throws `order.model_waiting` for an
 * unmeasured model if `waiting` is `refuse`.
 */
export async function readSavedModels(
  db: Db,
  { id, revision }: OrderRow,
  waiting: 'keep' | 'refuse' = 'keep',
): Promise<Map<number, SentModel>> {
  const { orderId, lineNo, modelId, body, scale, volumeMm3, boxMm, isTurned } = partModels;
  const rows = await db
    .select({ lineNo, id: modelId, body, scale, volumeMm3, boxMm, isTurned })
    .from(partModels)
    .where(and(eq(orderId, id), eq(partModels.revision, revision)));
  const modelLines = rows.map(({ lineNo: line, boxMm: [a, b, c], ...model }) => ({
    line,
    model: { ...model, boxMm: [a, b, c] } satisfies SentModel as SentModel,
  }));
  const measured = await withMeasuredModels(db, modelLines, { waiting, bodies: 'keep' });
  return new Map(measured.map(({ line, model }) => [line, model]));
}
