import { fieldTypeOf } from '../../field-types/field-types.ts';
import { fieldOf, type Resource } from '../define-resource.ts';

/** An estimate of the width of a column whose field gives none, in pixels. */
const USUAL_PX = 130;
/** The least widths of a tree's column of names and of a column whose field gives no width, in pixels. */
const TREE_NAME_PX = 200;
export const TREE_COLUMN_PX = 140;

/** The width of a column in pixels; an estimate where its content decides. */
function columnWidth(resource: Resource, name: string): number {
  const field = fieldOf(resource, name);
  if (resource.tree && name === resource.title) return TREE_NAME_PX;
  return field.width ?? fieldTypeOf(field).width ?? (resource.tree ? TREE_COLUMN_PX : USUAL_PX);
}

/**
 * The columns that fit into `room` pixels, in their order. Important columns come first, then the others from the left;
 * the column that names the record is always among them.
 */
export function fittingColumns(
  resource: Resource,
  shown: readonly string[],
  room: number,
): readonly string[] {
  const byImportance = [...new Set([resource.title, ...resource.list.important, ...shown])].filter((name) =>
    shown.includes(name),
  );
  const fitting = new Set<string>();
  let left = room;
  for (const name of byImportance) {
    left -= columnWidth(resource, name);
    if (left < 0 && fitting.size > 0) break;
    fitting.add(name);
  }
  return shown.filter((name) => fitting.has(name));
}
