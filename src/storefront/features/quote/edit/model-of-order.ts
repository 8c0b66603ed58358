import type { OrderModel } from '#contract/files/models.ts';
import { scaledCounts } from '#domain/charges/part-measures.ts';
import { modelScales, ALL_BODIES } from '#domain/models/model-check.ts';
import type { LengthUnit } from '#geometry/model-reading.ts';
import { mmPerUnit } from '#geometry/units.ts';
import { orderedFileId, type PartModel } from '../draft/part-model.ts';

/** Converts an order's model for quoting its part again. Without measures if its file was deleted. */
export function modelOfOrder(model: OrderModel): PartModel {
  const { id, name, size, isDeleted, body, bodies, scale, sent, measured, unit, hasThumbnail } = model;
  const factor = modelScales[scale];
  const file = { fileId: orderedFileId(id), fileName: name, fileBytes: size, factor };
  if (isDeleted) return { ...file, failure: 'deleted' };
  const [length, width, height] = sent.boxMm;
  return {
    ...file,
    ...(body === ALL_BODIES ? { isWhole: true } : (bodies !== 1 || body > 0) && { bodyIndex: body }),
    ...(isLengthUnit(unit) && { unit }),
    measures: {
      bodies: Math.max(1, bodies),
      volumeMm3: sent.volumeMm3 / factor ** 3,
      sizeMm: [length / factor, width / factor, height / factor],
      isTurned: sent.isTurned,
      counts: measured?.counts && scaledCounts(measured.counts, 1 / factor),
    },
    ordered: { id, body, scale, ...sent },
    hasThumbnail,
  };
}

const isLengthUnit = (unit: string | null): unit is LengthUnit => unit !== null && unit in mmPerUnit;
