import { pairKey } from '#contract/prices/cell-changes.ts';
import type { CellConflicts } from '#contract/prices/price-table.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { cellText } from './grid/cell-text.ts';
import { valueOf, type EditAction, type EditState } from './grid/edits.ts';
import type { TableCell } from './grid/paste.ts';
import { fullNameOf, type PriceModel } from './price-model.ts';

interface Props {
  conflicts: CellConflicts['conflicts'];
  model: PriceModel;
  state: EditState;
  dispatch: (action: EditAction) => void;
  onClose: () => void;
}

/** Merges edits with prices that another user has saved in the meantime. */
export function PriceConflicts({ conflicts, model, state, dispatch, onClose }: Props) {
  const textOf = (value: TableCell['value']) => cellText(value, 'both') || '（无价格）';
  return (
    <ConflictDialog
      title="价格已被他人修改"
      differences={conflicts.map(({ materialId, optionId, current }) => {
        const key = pairKey(materialId, optionId);
        return {
          key,
          label: fullNameOf(model, key),
          before: textOf(state.cells.get(key) ?? null),
          mine: textOf(valueOf(state, key)),
          theirs: textOf(current),
        };
      })}
      onMerge={(sides) => {
        dispatch({ type: 'merge', conflicts, sides });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
