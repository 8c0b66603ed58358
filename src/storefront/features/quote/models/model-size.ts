import type { PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { SIZE_FIELDS, type SizeField } from '../draft/size-text.ts';

type Size = Pick<PartFields, SizeField>;

/** Length, width and height as the fields show them, in mm to 0.01, longest first; undefined while the model has no size. */
export function fieldsFromSize({ measures, factor }: PartModel): Size | undefined {
  const edges = measures?.sizeMm;
  if (!edges) return undefined;
  const [length, width, height] = edges.map((edge) => String(Math.round(edge * factor * 100) / 100));
  return { length: length ?? '', width: width ?? '', height: height ?? '' };
}

/** The fields that differ from the model's size: all of them while it has none. */
export function changedSizes(part: Size & { modelFile?: PartModel }): SizeField[] {
  const size = part.modelFile && fieldsFromSize(part.modelFile);
  return SIZE_FIELDS.filter((field) => part[field] !== size?.[field]);
}

/** Whether the fields are exactly the model's size. */
export const hasSizeOfModel = (part: Size & { modelFile?: PartModel }): boolean =>
  changedSizes(part).length === 0;

/** The part after a change of its model: each side follows unless it was typed by hand. */
export function withModel(part: Size & { modelFile?: PartModel }, model: PartModel): Partial<PartFields> {
  const size = fieldsFromSize(model);
  const changed = changedSizes(part);
  const following = size
    ? SIZE_FIELDS.filter((field) => part[field].trim() === '' || !changed.includes(field))
    : [];
  return {
    modelFile: model,
    ...Object.fromEntries(following.map((field) => [field, size?.[field] ?? ''])),
  };
}
