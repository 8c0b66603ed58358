import { fieldTypeOf } from '../../field-types/field-types.ts';
import { fieldOf, type Resource } from '../define-resource.ts';

/** The estimated width of a column without a declared width. */
const DEFAULT_PX = 130;
/** The minimum widths of a tree's title column and of its columns without a declared width. */
const TREE_NAME_PX = 200;
export const TREE_COLUMN_PX = 140;

/** In pixels; an estimate if the content determines the width. */
function columnWidth(resource: Resource, name: string): number {
  const field = fieldOf(resource, name);
  if (resource.tree && name === resource.title) return TREE_NAME_PX;
  return field.width ?? fieldTypeOf(field).width ?? (resource.tree ? TREE_COLUMN_PX : DEFAULT_PX);
}

/**
 * The columns that fit into `availableWidth` pixels, in display order. Important columns take precedence, then columns
 * from the left; the title column is always included.
 */
export function fittingColumns(
  resource: Resource,
  shown: readonly string[],
  availableWidth: number,
): readonly string[] {
  const byImportance = [...new Set([resource.title, ...resource.list.important, ...shown])].filter((name) =>
    shown.includes(name),
  );
  const fitting = new Set<string>();
  let remaining = availableWidth;
  for (const name of byImportance) {
    remaining -= columnWidth(resource, name);
    if (remaining < 0 && fitting.size > 0) break;
    fitting.add(name);
  }
  return shown.filter((name) => fitting.has(name));
}
