import type { ModelReading } from '#geometry/model-reading.ts';
import type { PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { fieldsFromSize } from './model-size.ts';
import { partSize } from './part-measures.ts';

/** Each different body of a file as a separate part: as many pieces as the file has of it, for each piece of the part. */
export const partsOfBodies = (part: PartFields, model: PartModel, reading: ModelReading): PartFields[] =>
  reading.bodies.map((_, index) => partOfBody(part, model, reading, index));

function partOfBody(
  part: PartFields,
  model: PartModel,
  reading: ModelReading,
  bodyIndex: number,
): PartFields {
  const body = reading.bodies[bodyIndex];
  const { isWhole: _isWhole, ...others } = model;
  const ours: PartModel = { ...others, bodyIndex };
  const read: PartModel = { ...ours, measures: partSize(reading, ours) };
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
    ...fieldsFromSize(read),
    num: String(sets * (body?.count ?? 1)),
    modelFile: read,
  };
}
