import { and, eq, inArray, sql } from 'drizzle-orm';
import { countsOf, scaledCounts, type MeasuredModel } from '#domain/charges/part-measures.ts';
import { modelScales, scaledFigures } from '#domain/models/model-check.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { SentModel } from '#contract/orders/part-item.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import type { Db } from '#server/db/database.ts';
import { modelBodies, modelFiles, orderItems, partModels } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { readHoldsOfParts } from './part-models.service.ts';

interface WithModel {
  model?: SentModel | null;
}

/**
 * Replaces the sent measures of models by the server's own, which decide charges and review reasons. A model that could
 * not be measured has no volume, so its part counts as its bounding box.
 * @param missing.waiting for a model that is not measured yet: keep the sent figures, or refuse with `order.model_waiting`
 * @param missing.bodies for a body that the file does not have: keep it without a volume, or refuse with `quote.invalid` naming
 * `items.N.model`
 */
export async function withMeasuredModels<T extends WithModel>(
  db: Db,
  items: readonly T[],
  missing: { waiting: 'keep' | 'refuse'; bodies: 'keep' | 'refuse' },
): Promise<T[]> {
  const ids = [...new Set(items.flatMap(({ model }) => model?.id ?? []))];
  if (ids.length === 0) return [...items];
  const { body, kind, measures } = modelBodies;
  const rows = await db
    .select({ id: modelFiles.id, status: modelFiles.status, body, kind, measures })
    .from(modelFiles)
    .leftJoin(modelBodies, eq(modelBodies.modelId, modelFiles.id))
    .where(inArray(modelFiles.id, ids));
  const fields: FieldErrors = {};
  const waitingLines: number[] = [];
  const measured = items.map((item, index): T => {
    const { model } = item;
    const bodyRows = model ? rows.filter(({ id }) => id === model.id) : [];
    const [first] = bodyRows;
    if (!model || !first) return item;
    if (first.status === 'waiting') waitingLines.push(index + 1);
    if (first.status === 'waiting') return item;
    if (first.status === 'unmeasured') return { ...item, model: { ...model, volumeMm3: 0 } };
    const bodyRow = bodyRows.find((row) => row.body === (model.body ?? 0));
    if (!bodyRow?.measures) {
      fields[`items.${index}.model`] = '模型文件里没有所选的实体，请重新选择模型';
      return { ...item, model: { ...model, volumeMm3: 0 } };
    }
    const { volumeMm3, boxMm } = scaledFigures(bodyRow.measures, model.scale ?? '1');
    return {
      ...item,
      model: { ...model, volumeMm3: bodyRow.kind === 'open' ? 0 : volumeMm3, boxMm: [...boxMm] },
    };
  });
  const [msg] = Object.values(fields);
  if (missing.bodies === 'refuse' && msg !== undefined) throw new AppError('quote.invalid', { msg, fields });
  if (missing.waiting === 'refuse' && waitingLines.length > 0) {
    const msg = `零件 ${waitingLines.join('、')} 的三维模型还在测量，量完才能确定价格，请稍候再提交`;
    throw new AppError('order.model_waiting', { msg });
  }
  return measured;
}

/** The server's measures of each part's model, for charges; undefined without a measured model. */
export async function readMeasuresOfParts(
  db: Db,
  settings: Parameters<typeof shopLimits>[0],
  parts: readonly { model?: SentModel | null | undefined; materialTag: string }[],
): Promise<(MeasuredModel | undefined)[]> {
  const ids = [...new Set(parts.flatMap(({ model }) => model?.id ?? []))];
  if (ids.length === 0) return parts.map(() => undefined);
  const { modelId, body, kind, measures, features } = modelBodies;
  const rows = await db
    .select({ modelId, body, kind, measures, features })
    .from(modelBodies)
    .innerJoin(modelFiles, and(eq(modelFiles.id, modelId), eq(modelFiles.status, 'measured')))
    .where(inArray(modelId, ids));
  const bodies = new Map(rows.map((row) => [`${row.modelId}/${row.body}`, row]));
  const { timeRatesFor } = shopLimits(settings);
  return parts.map(({ model, materialTag }) => {
    const bodyRow = model && bodies.get(`${model.id}/${model.body ?? 0}`);
    const counts = bodyRow && countsOf(bodyRow);
    if (!counts) return undefined;
    const scale = modelScales[model.scale ?? '1'];
    return { counts: scaledCounts(counts, scale), rates: timeRatesFor(materialTag), isChecked: true };
  });
}

/** Stores the findings that need a review for each part of a newly measured model. */
export async function updateHolds(tx: Db, modelId: number): Promise<void> {
  const { orderId, revision, lineNo, body, scale, volumeMm3, boxMm } = partModels;
  const parts = await tx
    .select({ orderId, revision, lineNo, body, scale, volumeMm3, boxMm, materialTag: orderItems.materialTag })
    .from(partModels)
    .innerJoin(
      orderItems,
      sql`${orderItems.orderId} = ${orderId} and ${orderItems.revision} = ${revision} and ${orderItems.lineNo} = ${lineNo}`,
    )
    .where(eq(partModels.modelId, modelId));
  if (parts.length === 0) return;
  const holds = await readHoldsOfParts(
    tx,
    await loadSettings(tx),
    parts.map(({ materialTag, ...model }) => ({ materialTag, model: { ...model, id: modelId } })),
  );
  const rows = parts.map((part, index) => ({
    id: part.orderId,
    revision: part.revision,
    line: part.lineNo,
    holds: holds[index] ?? [],
  }));
  await tx.execute(sql`
    update part_model set holds = new.holds
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (id int, revision int, line int, holds jsonb)
    where order_id = new.id and part_model.revision = new.revision and line_no = new.line`);
}
