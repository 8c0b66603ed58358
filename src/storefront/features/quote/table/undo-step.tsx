import { flushSync } from 'react-dom';
import { Button } from '#storefront/ui/button.tsx';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-actions.ts';

interface UndoStepProps {
  dispatch: Dispatch;
  /** The part where the change was made: the button has the focus there, and gives it to the part. */
  at?: string;
}

/** Takes back the last change of several parts, in cards and table alike. */
export function UndoStep({ dispatch, at }: UndoStepProps) {
  return (
    <Button
      size="small"
      variant="ghost"
      autoFocus={at !== undefined}
      onClick={() => {
        flushSync(() => dispatch({ type: 'bulkUndone' }));
        if (at !== undefined) focusField(at, '');
      }}
    >
      撤销上一步
    </Button>
  );
}
