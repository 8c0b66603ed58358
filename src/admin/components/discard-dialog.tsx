import { Modal } from 'antd';
import { useDismissible } from './layers.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

interface Props {
  title: string;
  text: string;
  discardText: string;
  keepText: string;
  onAnswer: (isDiscarded: boolean) => void;
}

/** Asks for confirmation before input is discarded. */
export function DiscardDialog({ title, text, discardText, keepText, onAnswer }: Props) {
  useRestoreFocus();
  useDismissible(() => onAnswer(false));
  return (
    <Modal
      open
      title={title}
      closable={false}
      okText={discardText}
      okButtonProps={{ danger: true }}
      cancelText={keepText}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {text}
    </Modal>
  );
}
