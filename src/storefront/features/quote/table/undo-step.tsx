import { flushSync } from 'react-dom';
import { Button } from '#storefront/ui/button.tsx';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-actions.ts';

interface UndoStepProps {
  dispatch: Dispatch;
  /** The part at which the change was made, if any: the button takes the focus there, and undoing focuses the part. */
  partKey?: string;
}

/** Undoes the last change of several parts. */
export function UndoStep({ dispatch, partKey }: UndoStepProps) {
  return (
    <Button
      size="small"
      variant="ghost"
      autoFocus={partKey !== undefined}
      onClick={() => {
        flushSync(() => dispatch({ type: 'bulkUndone' }));
        if (partKey !== undefined) focusField(partKey, '');
      }}
    >
      撤销上一步
    </Button>
  );
}
