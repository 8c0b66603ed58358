import { Button, type ButtonProps } from 'antd';
import { useConfirm } from './use-confirm.ts';

interface Props extends Pick<ButtonProps, 'children' | 'danger' | 'loading' | 'type'> {
  title: string;
  content: string;
  okText: string;
  onConfirm: () => unknown;
}

export function ConfirmButton({ title, content, okText, onConfirm, ...button }: Props) {
  const confirm = useConfirm();
  return (
    <Button {...button} onClick={() => confirm({ title, content, okText, onOk: () => void onConfirm() })} />
  );
}
