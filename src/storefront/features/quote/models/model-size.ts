import type { PartFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import type { SizeField } from '../draft/size-text.ts';

type Size = Pick<PartFields, SizeField>;

/** Length, width and height as the fields show them, in mm to 0.01, longest first; undefined while the model tells none. */
export function fieldsFromSize({ measures, factor }: PartModel): Size | undefined {
  const edges = measures?.sizeMm;
  if (!edges) return undefined;
  const [length, width, height] = edges.map((edge) => String(Math.round(edge * factor * 100) / 100));
  return { length: length ?? '', width: width ?? '', height: height ?? '' };
}

/** Whether the fields are blank or hold what the model says: a new figure may then replace them. */
export function isSizeFromModel(part: Size & { modelFile?: PartModel }): boolean {
  const size = part.modelFile && fieldsFromSize(part.modelFile);
  const typed = [part.length, part.width, part.height];
  return typed.every((text) => text.trim() === '') || (size !== undefined && isSame(part, size));
}

/** Whether the fields hold exactly what the model says. */
export function hasSizeOfModel(part: Size & { modelFile?: PartModel }): boolean {
  const size = part.modelFile && fieldsFromSize(part.modelFile);
  return size !== undefined && isSame(part, size);
}

const isSame = (a: Size, b: Size): boolean =>
  a.length === b.length && a.width === b.width && a.height === b.height;

/** The part after a change of its model: its size follows unless it was typed. */
export function withModel(part: Size & { modelFile?: PartModel }, model: PartModel): Partial<PartFields> {
  return { modelFile: model, ...(isSizeFromModel(part) && fieldsFromSize(model)) };
}
