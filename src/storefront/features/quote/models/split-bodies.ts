import type { ModelReading } from '#geometry/model-reading.ts';
import type { PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { sizeFieldsOf } from './model-size.ts';
import { measuresOf } from './part-measures.ts';

/** Makes each distinct body a separate part, whose quantity is the body's count in the file times the part's quantity. */
export const splitBodies = (part: PartFields, model: PartModel, reading: ModelReading): PartFields[] =>
  reading.bodies.map((_, index) => partOfBody(part, model, reading, index));

function partOfBody(
  part: PartFields,
  model: PartModel,
  reading: ModelReading,
  bodyIndex: number,
): PartFields {
  const body = reading.bodies[bodyIndex];
  const { isWhole: _isWhole, ...others } = model;
  const bodyModel: PartModel = { ...others, bodyIndex };
  const measured: PartModel = { ...bodyModel, measures: measuresOf(reading, bodyModel) };
  const sets = Math.max(1, Math.floor(Number(part.num)) || 1);
  const { name, materialId, selections, remark, files, unread } = part;
  return {
    name: (body?.name ?? `${name} ${bodyIndex + 1}`).slice(0, 60),
    materialId,
    selections,
    remark,
    files,
    unread,
    length: '',
    width: '',
    height: '',
    ...sizeFieldsOf(measured),
    num: String(sets * (body?.count ?? 1)),
    modelFile: measured,
  };
}
