import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { cellConflicts, MAX_CELLS, priceTable, type CellConflicts } from '#contract/prices/price-table.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { notify } from '#providers/notices.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useJumpConfirmation } from '../../components/prices/price-jumps.tsx';
import { invalidateCatalogue } from '../../components/prices/catalogue-queries.ts';
import { warnOfConflicts } from '../../components/prices/conflicting-drafts.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { editReducer, restoreEdits, initialState, type EditState } from './grid/edits.ts';
import { changesOf, type PriceModel } from './price-model.ts';

const interrupted = createInterruptedInput<EditState>();
const FORM_NAME = 'price-table';

/** Holds the edits of prices, saves them together, and reports conflicts with other users. */
export function usePriceEdits(model: PriceModel) {
  const command = useCommand();
  const restored = useRestoredInput(interrupted, FORM_NAME);
  const [state, dispatch] = useReducer(editReducer, model.cells, (cells) =>
    restored ? restoreEdits(cells, restored) : initialState(cells),
  );
  useSaveOnSessionEnd(interrupted, FORM_NAME, () => (state.edits.size > 0 ? state : undefined));
  const [conflicts, setConflicts] = useState<CellConflicts['conflicts']>();
  const { question: jumpQuestion, isSending: isSaving, sendConfirmed } = useJumpConfirmation();
  const queryClient = useQueryClient();

  async function save(): Promise<void> {
    const { cells, edits } = state;
    if (isSaving || edits.size === 0) return;
    if (edits.size > MAX_CELLS) {
      notify({ type: 'error', message: `一次最多保存${MAX_CELLS}个价格，请撤销一部分后分次保存` });
      return;
    }
    const body = { cells: changesOf(cells, edits) };
    const result = await sendConfirmed((flag) => command(priceTable.save, { body: { ...body, ...flag } }));
    if (!result) return;
    if (result.ok) {
      dispatch({ type: 'saved', edits });
      warnOfConflicts(result.data.meets);
      await invalidateCatalogue(queryClient);
    } else if (result.error === 'price.conflict') {
      setConflicts(cellConflicts.safeParse(result.data).data?.conflicts);
    }
  }

  return {
    state,
    dispatch,
    save,
    isSaving,
    jumpQuestion,
    conflicts,
    closeConflicts: () => setConflicts(undefined),
  };
}
