import { App, type ModalFuncProps } from 'antd';
import { useEffect, useRef } from 'react';
import { addLayer } from './layers.ts';

/** Opens a confirmation dialog. It closes with its page; the browser's back button cancels it. */
export function useConfirm(): (question: ModalFuncProps) => void {
  const { modal } = App.useApp();
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);
  return (question) => {
    const { destroy } = modal.confirm({ ...question, afterClose: () => remove() });
    const remove = addLayer({ hasInput: () => false, dismiss: destroy });
    close.current = () => {
      remove();
      destroy();
    };
  };
}
