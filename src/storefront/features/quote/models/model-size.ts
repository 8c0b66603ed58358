import type { PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { SIZE_FIELDS, type SizeField } from '../draft/size-text.ts';

type Size = Pick<PartFields, SizeField>;

/** The size for the fields: mm with two decimals, longest side first, corrected by `factor` if the unit was wrong;
 * undefined while the model has none.
 */
export function sizeFieldsOf({ measures, factor }: PartModel): Size | undefined {
  const sidesMm = measures?.sizeMm;
  if (!sidesMm) return undefined;
  const [length, width, height] = sidesMm.map((sideMm) => String(Math.round(sideMm * factor * 100) / 100));
  return { length: length ?? '', width: width ?? '', height: height ?? '' };
}

/** The fields that differ from the model's size; all of them while the model has none. */
export function changedSizes(part: Size & { modelFile?: PartModel }): SizeField[] {
  const size = part.modelFile && sizeFieldsOf(part.modelFile);
  return SIZE_FIELDS.filter((field) => part[field] !== size?.[field]);
}

export const matchesModelSize = (part: Size & { modelFile?: PartModel }): boolean =>
  changedSizes(part).length === 0;

/** The changes that set the model, and each side that was not edited by hand. */
export function withModel(part: Size & { modelFile?: PartModel }, model: PartModel): Partial<PartFields> {
  const size = sizeFieldsOf(model);
  const changed = changedSizes(part);
  const unedited = size
    ? SIZE_FIELDS.filter((field) => part[field].trim() === '' || !changed.includes(field))
    : [];
  return {
    modelFile: model,
    ...Object.fromEntries(unedited.map((field) => [field, size?.[field] ?? ''])),
  };
}
