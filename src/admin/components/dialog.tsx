import { Modal, type ModalProps } from 'antd';
import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { useDismissible } from './layers.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

interface Props extends Omit<ModalProps, 'open' | 'onCancel'> {
  onCancel: () => void;
  /** Closes without confirmation, because the only text to enter is a search. */
  isTransient?: boolean;
}

/**
 * Replaces antd's `Modal` for a dialog that is rendered only while open. The browser's back button closes it, closing
 * asks for confirmation if the user has entered text, and the first field receives focus. With `closable={false}`, only
 * the dialog's own buttons close it.
 */
export function Dialog({ onCancel, isTransient = false, children, ...props }: Props) {
  useRestoreFocus();
  const editedFields = useRef(new Set<Element>());
  const [isAsking, setIsAsking] = useState(false);

  function onInput({ target }: FormEvent) {
    if (!isTransient && isTextField(target)) editedFields.current.add(target);
  }
  const hasInput = () =>
    [...editedFields.current].some((field) => field.isConnected && isTextField(field) && field.value !== '');

  const cancel = () => (hasInput() ? setIsAsking(true) : onCancel());
  const isClosable = props.closable !== false;
  useDismissible(() => (isClosable ? cancel() : undefined), { hasInput });

  return (
    <>
      <Modal open {...props} onCancel={cancel}>
        <Body onInput={onInput}>{children}</Body>
      </Modal>
      {isAsking ? (
        <DiscardDialog
          title="填写的内容还没有提交"
          text="关闭后，填写的内容将会丢失。"
          discardText="放弃内容"
          keepText="继续填写"
          onAnswer={(isDiscarded) => {
            setIsAsking(false);
            if (isDiscarded) onCancel();
          }}
        />
      ) : null}
    </>
  );
}

/** Focuses the first field; antd would focus the close button. */
function Body(props: ComponentProps<'div'>) {
  const body = useRef<HTMLDivElement>(null);
  const hasField = useRef(false);
  // After every render, because some fields appear only when their data has loaded.
  useEffect(() => {
    const field = hasField.current ? null : body.current?.querySelector<HTMLElement>(FIELD);
    if (!field) return;
    hasField.current = true;
    if (!body.current?.contains(document.activeElement)) field.focus();
  });
  return <div ref={body} {...props} />;
}

/** Excludes checkboxes, which select table rows, and file inputs, which open a system dialog. */
const FIELD =
  'input:enabled:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), textarea:enabled';

const TEXT_TYPES = new Set(['text', 'password', 'search', 'tel', 'number', 'email', 'url']);

const isTextField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type));
