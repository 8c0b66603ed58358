import { and, asc, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
import {
  checkModel,
  isRescaled,
  modelScales,
  scaledFigures,
  ALL_BODIES,
  type ModelScale,
} from '#domain/models/model-check.ts';
import { processTexts } from '#domain/process-tree/chosen-processes.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { needsModelReview, unacknowledgedHolds, type OrderModel } from '#contract/files/models.ts';
import type { MoveOrder } from '#contract/orders/order-moves.ts';
import type { SentModel } from '#contract/orders/part-item.ts';
import type { CheckLimits } from '#geometry/checks/check-limits.ts';
import { checkHelp } from '#geometry/checks/check-help.ts';
import { checkSentence, isInformational } from '#geometry/checks/check-sentences.ts';
import { checkPart, type Check } from '#geometry/checks/checks.ts';
import { checkDrawing } from '#geometry/drawing-check.ts';
import type { LengthUnit, ReadingNote } from '#geometry/model-reading.ts';
import { scaleFigures } from '#geometry/scale-reading.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import type { Db } from '#server/db/database.ts';
import {
  files,
  modelBodies,
  modelFiles,
  orderItemFiles,
  orderItems,
  partModels,
  type orders,
} from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { countsOnWire, lockModels, presentSharedFields, visibleModels } from './models.queries.ts';

/** Items in the order of their lines, starting with line 1. */
type Items = readonly { model?: (SentModel & { holds?: readonly string[] }) | null }[];

/**
 * Throws `quote.invalid` naming `items.N.model` when the caller may not see a model, or its file was deleted. With an
 * `orderId`, models of that order are allowed too.
 */
export async function assertModels(
  db: Db,
  { userId, grant }: Caller,
  items: Items,
  orderId?: number,
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ model }) => (model ? [model.id] : [])))];
  if (ids.length === 0) return;
  const usedByOrder =
    orderId === undefined
      ? undefined
      : inArray(
          modelFiles.id,
          db.select({ id: partModels.modelId }).from(partModels).where(eq(partModels.orderId, orderId)),
        );
  const rows = await db
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(
      and(
        inArray(modelFiles.id, ids),
        or(and(visibleModels(db, userId, grant.scope), isNotNull(modelFiles.fileId)), usedByOrder),
      ),
    );
  assertExisting(items, new Set(rows.map(({ id }) => id)));
}

function assertExisting(items: Items, known: ReadonlySet<number>): void {
  const msg = '三维模型不存在或已删除，请重新上传';
  const fields: FieldErrors = {};
  for (const [index, { model }] of items.entries())
    if (model && !known.has(model.id)) fields[`items.${index}.model`] = msg;
  if (Object.keys(fields).length > 0) throw new AppError('quote.invalid', { msg, fields });
}

/**
 * Links the models of the items to a revision of an order, inside its transaction. Throws `quote.invalid` if a model
 * was deleted meanwhile.
 */
export async function attachModels(
  tx: Db,
  order: Pick<typeof orders.$inferSelect, 'id' | 'revision' | 'userId' | 'deptId'>,
  items: Items,
): Promise<void> {
  const { id, revision, userId, deptId } = order;
  const rows = items.flatMap(({ model }, index) =>
    model
      ? [
          {
            orderId: id,
            revision,
            userId,
            deptId,
            lineNo: index + 1,
            modelId: model.id,
            body: model.body ?? 0,
            scale: model.scale ?? ('1' as const),
            volumeMm3: model.volumeMm3,
            boxMm: model.boxMm,
            isTurned: model.isTurned ?? false,
            holds: model.holds ?? [],
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ modelId }) => modelId);
  assertExisting(items, await lockModels(tx, ids));
  await tx.insert(partModels).values(rows);
}

/** The models of a revision's parts, by line, with the sent and the server's own figures. */
export async function listOrderModels(
  db: Db,
  { orderId, revision }: { orderId: number; revision: number },
  viewer: { isStaff: boolean },
): Promise<OrderModel[]> {
  const { thumbnail, ...body } = getTableColumns(modelBodies);
  const rows = await db
    .select({
      part: partModels,
      model: modelFiles,
      line: orderItems,
      body: { ...body, hasThumbnail: sql<boolean>`${thumbnail} is not null` },
      bodies: sql<number>`coalesce(
        (select sum(each_body.count)::int from ${modelBodies} as each_body where each_body.model_id = ${modelFiles.id}), 0)`,
      fileNames: sql<string[]>`array(
        select ${files.name} from ${orderItemFiles} join ${files} on ${files.id} = ${orderItemFiles.fileId}
        where ${orderItemFiles.orderId} = ${partModels.orderId}
          and ${orderItemFiles.revision} = ${partModels.revision} and ${orderItemFiles.lineNo} = ${partModels.lineNo})`,
    })
    .from(partModels)
    .innerJoin(modelFiles, eq(modelFiles.id, partModels.modelId))
    .leftJoin(
      modelBodies,
      and(eq(modelBodies.modelId, partModels.modelId), eq(modelBodies.body, partModels.body)),
    )
    .innerJoin(
      orderItems,
      and(
        eq(orderItems.orderId, partModels.orderId),
        eq(orderItems.revision, partModels.revision),
        eq(orderItems.lineNo, partModels.lineNo),
      ),
    )
    .where(and(eq(partModels.orderId, orderId), eq(partModels.revision, revision)))
    .orderBy(asc(partModels.lineNo));
  if (rows.length === 0) return [];
  const { checksFor } = shopLimits(await loadSettings(db));
  return rows.map(({ part, model, line, body, bodies, fileNames }) => {
    const { scale, boxMm, volumeMm3, isTurned } = part;
    const limits = checksFor(line.materialTag);
    const measuredBody = model.status === 'measured' ? body : null;
    const measured =
      measuredBody && measuredBody.kind !== 'open' ? scaledFigures(measuredBody.measures, scale) : undefined;
    const check = checkModel({
      status: model.status,
      sent: { volumeMm3, boxMm },
      measured,
      line: [line.length, line.width, line.height],
      isRescaled: isRescaled({ scale, unit: model.unit }),
    });
    const file = { unit: model.unit, notes: model.notes };
    const isAcknowledged = part.acknowledgedAt !== null && part.acknowledged === model.measurings;
    return {
      ...presentSharedFields(model),
      lineNo: part.lineNo,
      body: part.body,
      bodyName: body?.name ?? '',
      bodies,
      unit: model.unit,
      scale,
      sent: { volumeMm3, boxMm, isTurned },
      measured:
        measured && measuredBody
          ? {
              volumeMm3: measured.volumeMm3,
              areaMm2: measuredBody.areaMm2 * modelScales[scale] ** 2,
              boxMm: [...measured.boxMm],
              counts: countsOnWire(measuredBody, scale),
              isWallChecked: measuredBody.features !== null,
            }
          : null,
      findings: [
        ...(measuredBody
          ? bodyChecks(
              measuredBody,
              scale,
              { ...file, bodies: part.body === ALL_BODIES ? bodies : 1 },
              limits,
            )
          : []),
        ...checkDrawing({ optionTexts: processTexts(line.processes), fileNames }, limits),
      ].map(presentFinding),
      hasThumbnail: body?.hasThumbnail ?? false,
      check,
      acknowledged:
        isAcknowledged && part.acknowledgedAt
          ? {
              userName: part.acknowledgedBy,
              at: part.acknowledgedAt.toISOString(),
              reason: viewer.isStaff ? part.reason : '',
            }
          : null,
    };
  });
}

/**
 * The findings that need a review, as texts, for each part. They come from the server's measurement of the model or, until it is
 * measured, from the browser.
 */
export async function readHoldsOfParts(
  db: Db,
  settings: Parameters<typeof shopLimits>[0],
  parts: readonly { model?: SentModel | null | undefined; materialTag: string }[],
): Promise<string[][]> {
  const ids = [...new Set(parts.flatMap(({ model }) => model?.id ?? []))];
  if (ids.length === 0) return parts.map(() => []);
  const { kind, measures, features, modelId, body, count } = modelBodies;
  const rows = await db
    .select({
      kind,
      measures,
      features,
      modelId,
      body,
      count,
      unit: modelFiles.unit,
      notes: modelFiles.notes,
    })
    .from(modelBodies)
    .innerJoin(modelFiles, eq(modelFiles.id, modelId))
    .where(and(inArray(modelId, ids), eq(modelFiles.status, 'measured')));
  const { checksFor } = shopLimits(settings);
  return parts.map(({ model, materialTag }) => {
    if (!model) return [];
    const { id, scale = '1', body: bodyIndex = 0 } = model;
    const bodyRows = rows.filter((row) => row.modelId === id);
    const bodyRow = bodyRows.find((row) => row.body === bodyIndex);
    if (!bodyRow) return model.isHeld ? ['三维模型由我们核对'] : [];
    const bodies = bodyIndex === ALL_BODIES ? bodyRows.reduce((sum, row) => sum + row.count, 0) : 1;
    const { unit, notes } = bodyRow;
    const checks = bodyChecks(bodyRow, scale, { unit, notes, bodies }, checksFor(materialTag));
    return checks.filter(({ severity }) => severity === 'hold').map(checkSentence);
  });
}

function bodyChecks(
  { kind, measures, features }: Pick<typeof modelBodies.$inferSelect, 'kind' | 'measures' | 'features'>,
  scale: ModelScale,
  { unit, ...file }: { unit: LengthUnit | null; notes: readonly ReadingNote[]; bodies: number },
  limits: CheckLimits,
): Check[] {
  const figures = scaleFigures({ measures, features: features ?? undefined }, modelScales[scale]);
  return checkPart({ kind, ...figures, unit: unit ?? undefined, ...file }, limits);
}

const presentFinding = (check: Check): OrderModel['findings'][number] => ({
  severity: isInformational(check) ? 'fact' : check.severity,
  text: checkSentence(check),
  help: checkHelp(check),
});

/**
 * Throws `order.model_unchecked` while a model without an acknowledgement has different, missing or pending figures, and
 * `order.holds_unseen` while a part has blocking findings and `seenHolds` does not name its current measurement.
 * Resolves with the lines whose findings were seen.
 */
export async function assertModelsChecked(
  tx: Db,
  order: { orderId: number; revision: number },
  seenHolds: NonNullable<MoveOrder['seenHolds']>,
): Promise<number[]> {
  const models = await listOrderModels(tx, order, { isStaff: true });
  const unchecked = models.filter(needsModelReview);
  if (unchecked.length > 0) {
    const lines = unchecked.map(({ lineNo, check }) => `零件 ${lineNo} ${uncheckedReasons[check]}`);
    throw new AppError('order.model_unchecked', { msg: `${lines.join('；')}，请核对三维模型后再确认订单` });
  }
  const blocked = models.filter((model) => unacknowledgedHolds(model).length > 0);
  const unseen = blocked.filter(
    (model) =>
      !seenHolds.some(({ lineNo, measurings }) => lineNo === model.lineNo && measurings === model.measurings),
  );
  if (unseen.length > 0) {
    const lines = unseen.map(({ lineNo }) => lineNo).join('、');
    const msg = `零件 ${lines} 有须人工确认的提示，请打开订单看过后再确认`;
    throw new AppError('order.holds_unseen', { msg });
  }
  return blocked.map(({ lineNo }) => lineNo);
}

const uncheckedReasons: Record<OrderModel['check'], string> = {
  equal: '',
  waiting: '的模型还在测量',
  different: '的模型与客户提交的尺寸或体积不一致',
  smaller: '的报价尺寸小于模型',
  rescaled: '的模型没有按文件注明的单位读取',
  unmeasured: '的模型无法自动测量，需人工核对',
};

/**
 * Records that staff have checked a model. False if it was measured again since they saw it. Throws `record.not_found` for
 * a part without a model.
 */
export async function acknowledgeModel(
  tx: Db,
  order: { orderId: number; revision: number },
  { lineNo, measurings, reason }: { lineNo: number; measurings: number; reason: string },
  { userName, now }: { userName: string; now: Date },
): Promise<boolean> {
  const part = and(
    eq(partModels.orderId, order.orderId),
    eq(partModels.revision, order.revision),
    eq(partModels.lineNo, lineNo),
  );
  const [model] = await tx
    .select({ measurings: modelFiles.measurings })
    .from(partModels)
    .innerJoin(modelFiles, eq(modelFiles.id, partModels.modelId))
    .where(part);
  if (!model) throw new AppError('record.not_found');
  if (model.measurings !== measurings) return false;
  await tx
    .update(partModels)
    .set({ acknowledged: measurings, acknowledgedBy: userName, acknowledgedAt: now, reason })
    .where(part);
  return true;
}
