import { Button } from 'antd';
import { useState } from 'react';
import { DraftDialog, type DraftDialogProps } from './draft-dialog.tsx';

interface Props extends Omit<DraftDialogProps, 'onCancel'> {
  disabled?: boolean;
  title?: string | undefined;
  /** Resolves to false if the dialog must not open. */
  check?: () => Promise<boolean>;
  onCancel?: () => void;
}

export function SaveAsDraft({ disabled = false, title, check, onSaved, onCancel, ...draft }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const closeThen = (next: (() => void) | undefined) => () => {
    setIsOpen(false);
    next?.();
  };
  return (
    <>
      <Button
        disabled={disabled}
        title={title}
        onClick={() => (check ? void check().then(setIsOpen) : setIsOpen(true))}
      >
        存为草稿
      </Button>
      {isOpen ? <DraftDialog {...draft} onSaved={closeThen(onSaved)} onCancel={closeThen(onCancel)} /> : null}
    </>
  );
}
