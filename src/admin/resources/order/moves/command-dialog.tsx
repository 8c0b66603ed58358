import type { ComponentProps } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FieldError, NoteInput } from './note-input.tsx';
import type { DialogCall } from './use-dialog-call.ts';

/** The props of a dialog that changes an order. */
export interface OrderDialogProps {
  order: OrderWithExt;
  /** With a message if another user was faster. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

interface Props extends Omit<ComponentProps<typeof Dialog>, 'onOk'> {
  call: DialogCall;
  /** The note of the call, below the other fields. */
  note?: { id: string; label: string; isRequired?: boolean };
  onSubmit: () => void;
}

/** A dialog with one write; the reason of a refusal appears below its fields. */
export function CommandDialog({ call, note, onSubmit, children, ...dialog }: Props) {
  return (
    <Dialog cancelText="返回" confirmLoading={call.isBusy} onOk={onSubmit} {...dialog}>
      {children}
      {note ? (
        <NoteInput
          id={note.id}
          label={note.label}
          value={call.note}
          aria-required={note.isRequired}
          error={call.error}
          onChange={(typed) => {
            call.setNote(typed);
            call.setError(undefined);
          }}
        />
      ) : (
        <FieldError text={call.error} />
      )}
    </Dialog>
  );
}
