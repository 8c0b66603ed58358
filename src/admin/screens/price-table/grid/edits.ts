import { isSameCell, pairKey } from '#contract/prices/cell-changes.ts';
import type { CellConflicts, CellValue } from '#contract/prices/price-table.ts';
import type { Cells } from '../price-model.ts';
import type { Side } from '../../../components/conflict-dialog.tsx';

/** One undoable step: each cell's edit before and after it; undefined if the cell has no edit. */
type Step = readonly (readonly [key: string, before: CellValue | undefined, after: CellValue | undefined])[];

/** The saved prices, the unsaved edits, and the steps to undo and redo. */
export interface EditState {
  cells: Cells;
  edits: Cells;
  past: readonly Step[];
  future: readonly Step[];
}

export type EditAction =
  | { type: 'change'; changes: readonly (readonly [key: string, value: CellValue])[] }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'discard' }
  /** The server has saved these edits. */
  | { type: 'saved'; edits: Cells }
  /** Other users have changed these cells; `sides` says whose value to keep in each. */
  | { type: 'merge'; conflicts: CellConflicts['conflicts']; sides: ReadonlyMap<string, Side> };

const MAX_STEPS = 200;

export const initialState = (cells: Cells): EditState => ({ cells, edits: new Map(), past: [], future: [] });

/** Restores edits; an edited cell keeps its original price, so that the server detects a conflict. */
export const restoreEdits = (cells: Cells, { cells: before, edits }: EditState): EditState => ({
  ...initialState(
    new Map([...cells, ...[...edits.keys()].map((key) => [key, before.get(key) ?? null] as const)]),
  ),
  edits,
});

/** The value that a cell shows. */
export function valueOf({ cells, edits }: Pick<EditState, 'cells' | 'edits'>, key: string): CellValue {
  const edit = edits.get(key);
  return edit === undefined ? (cells.get(key) ?? null) : edit;
}

export function editReducer(state: EditState, action: EditAction): EditState {
  const { cells, edits, past, future } = state;
  switch (action.type) {
    case 'change': {
      const step = stepOf(state, new Map(action.changes));
      if (step.length === 0) return state;
      return {
        cells,
        edits: applyStep(edits, step, 'forward'),
        past: [...past, step].slice(-MAX_STEPS),
        future: [],
      };
    }
    case 'undo': {
      const step = past.at(-1);
      if (!step) return state;
      return {
        cells,
        edits: applyStep(edits, step, 'back'),
        past: past.slice(0, -1),
        future: [...future, step],
      };
    }
    case 'redo': {
      const step = future.at(-1);
      if (!step) return state;
      return {
        cells,
        edits: applyStep(edits, step, 'forward'),
        past: [...past, step],
        future: future.slice(0, -1),
      };
    }
    case 'discard': {
      const step: Step = [...edits].map(([key, value]) => [key, value, undefined]);
      return step.length === 0 ? state : { cells, edits: new Map(), past: [...past, step], future: [] };
    }
    case 'saved': {
      // Keeps edits made during the save.
      const next = new Map([...cells, ...action.edits]);
      return { ...initialState(next), edits: unsavedEdits(edits, next) };
    }
    case 'merge': {
      const saved = new Map(
        action.conflicts.map((conflict) => [
          pairKey(conflict.materialId, conflict.optionId),
          conflict.current,
        ]),
      );
      const next = new Map([...cells, ...saved]);
      const mine = new Map([...edits].filter(([key]) => !saved.has(key) || action.sides.get(key) === 'mine'));
      return { ...initialState(next), edits: unsavedEdits(mine, next) };
    }
  }
}

/** The step that sets these values. Setting the saved value removes the edit. */
function stepOf({ cells, edits }: EditState, values: Cells): Step {
  return [...values].flatMap(([key, value]) => {
    const after = isSameCell(value, cells.get(key) ?? null) ? undefined : value;
    const before = edits.get(key);
    const isSame = before === undefined || after === undefined ? before === after : isSameCell(before, after);
    return isSame ? [] : [[key, before, after] as const];
  });
}

function applyStep(edits: Cells, step: Step, direction: 'forward' | 'back'): Cells {
  const next = new Map(edits);
  for (const [key, before, after] of step) {
    const value = direction === 'forward' ? after : before;
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

const unsavedEdits = (edits: Cells, cells: Cells): Cells =>
  new Map([...edits].filter(([key, value]) => !isSameCell(value, cells.get(key) ?? null)));
