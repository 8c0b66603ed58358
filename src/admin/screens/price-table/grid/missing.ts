import { pairKey } from '#contract/prices/cell-changes.ts';
import type { CellPosition } from '#domain/grid/cell-moves.ts';
import { valueOf, type EditState } from './edits.ts';
import type { PriceModel } from '../price-model.ts';

/** The positions of the shown pairs that need a price and have none, row by row. */
export const missingCells = (
  { isAllowed, isManual }: PriceModel,
  { materials, options }: Pick<PriceModel, 'materials' | 'options'>,
  state: Pick<EditState, 'cells' | 'edits'>,
): CellPosition[] =>
  materials.flatMap((material, row) =>
    options.flatMap((option, column) =>
      isAllowed(material.id, option.id) &&
      !isManual(material.id, option.id) &&
      valueOf(state, pairKey(material.id, option.id)) === null
        ? { row, column }
        : [],
    ),
  );

/** The next missing price after a position; wraps around at the end. */
export const nextMissing = (missing: readonly CellPosition[], from: CellPosition): CellPosition | undefined =>
  missing.find(({ row, column }) => row > from.row || (row === from.row && column > from.column)) ??
  missing[0];
