import { valueOf, type EditState } from './edits.ts';
import { cellKey, type Material, type Option, type PriceModel } from '../price-model.ts';
import type { CellPosition } from './selection.ts';

type State = Pick<EditState, 'cells' | 'edits'>;
interface Shown {
  materials: readonly Material[];
  options: readonly Option[];
}

/** The number of shown pairs that lack a price. */
export function countMissing(
  { isAllowed, isManual }: PriceModel,
  { materials, options }: Shown,
  state: State,
): number {
  let missing = 0;
  for (const material of materials) {
    for (const option of options) {
      const isMissing =
        isAllowed(material.id, option.id) &&
        !isManual(material.id, option.id) &&
        valueOf(state, cellKey(material.id, option.id)) === null;
      if (isMissing) missing += 1;
    }
  }
  return missing;
}

/** The next such pair after a position, row by row; continues at the beginning. */
export function nextMissing(
  { isAllowed, isManual }: PriceModel,
  { materials, options }: Shown,
  state: State,
  from: CellPosition,
): CellPosition | undefined {
  const total = materials.length * options.length;
  const start = from.row * options.length + from.column;
  for (let step = 1; step <= total; step += 1) {
    const index = (start + step) % total;
    const position = { row: Math.floor(index / options.length), column: index % options.length };
    const material = materials[position.row];
    const option = options[position.column];
    if (!material || !option || !isAllowed(material.id, option.id)) continue;
    if (isManual(material.id, option.id)) continue;
    if (valueOf(state, cellKey(material.id, option.id)) === null) return position;
  }
  return undefined;
}
