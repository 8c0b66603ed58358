import type { ComponentProps } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FieldError, NoteInput } from './note-input.tsx';
import type { DialogCall } from './use-dialog-call.ts';

export interface OrderDialogProps {
  order: OrderWithExt;
  /** Called after the command, with a message if it conflicted with another user. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

interface Props extends Omit<ComponentProps<typeof Dialog>, 'onOk'> {
  call: DialogCall;
  note?: { id: string; label: string; isRequired?: boolean };
  onSubmit: () => void;
}

/** A dialog that sends one command; the reason for a refusal appears below its fields. */
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
          onChange={(text) => {
            call.setNote(text);
            call.setError(undefined);
          }}
        />
      ) : (
        <FieldError text={call.error} />
      )}
    </Dialog>
  );
}
