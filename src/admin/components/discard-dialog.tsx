import { Modal } from 'antd';
import { useDismissible } from './layers.ts';
import { useFocusBack } from './use-focus-back.ts';

interface Props {
  title: string;
  text: string;
  loseText: string;
  keepText: string;
  onAnswer: (isLost: boolean) => void;
}

/** Asks for confirmation before input is discarded. */
export function DiscardDialog({ title, text, loseText, keepText, onAnswer }: Props) {
  useFocusBack();
  useDismissible(() => onAnswer(false));
  return (
    <Modal
      open
      title={title}
      closable={false}
      okText={loseText}
      okButtonProps={{ danger: true }}
      cancelText={keepText}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {text}
    </Modal>
  );
}
