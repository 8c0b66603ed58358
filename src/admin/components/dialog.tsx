import { Modal, type ModalProps } from 'antd';
import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { useDismissible } from './layers.ts';
import { LossQuestion } from './loss-question.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface Props extends Omit<ModalProps, 'open' | 'onCancel'> {
  onCancel: () => void;
  /** Its text input is only a search, so it closes without confirmation. */
  isTransient?: boolean;
}

/**
 * An open dialog over a page or drawer, in place of antd's `Modal`. The browser's back button closes it; closing asks for
 * confirmation when text was typed. Its first field has the focus. With `closable={false}` only its own buttons close it.
 */
export function Dialog({ onCancel, isTransient = false, children, ...props }: Props) {
  useFocusBack();
  const typedIn = useRef(new Set<Element>());
  const [isAsking, setIsAsking] = useState(false);

  function onInput({ target }: FormEvent) {
    if (!isTransient && isTextField(target)) typedIn.current.add(target);
  }
  const hasInput = () =>
    [...typedIn.current].some((field) => field.isConnected && isTextField(field) && field.value !== '');

  const cancel = () => (hasInput() ? setIsAsking(true) : onCancel());
  const isClosable = props.closable !== false;
  useDismissible(() => (isClosable ? cancel() : undefined), { hasInput });

  return (
    <>
      <Modal open {...props} onCancel={cancel}>
        <Body onInput={onInput}>{children}</Body>
      </Modal>
      {isAsking ? (
        <LossQuestion
          title="填写的内容还没有提交"
          text="关闭后，填写的内容将会丢失。"
          loseText="放弃内容"
          keepText="继续填写"
          onAnswer={(isLost) => {
            setIsAsking(false);
            if (isLost) onCancel();
          }}
        />
      ) : null}
    </>
  );
}

/** Focuses the first field of the dialog; antd would focus the button ✕. */
function Body(props: ComponentProps<'div'>) {
  const body = useRef<HTMLDivElement>(null);
  const hasField = useRef(false);
  // After each render, because some fields appear only with their data.
  useEffect(() => {
    const field = hasField.current ? null : body.current?.querySelector<HTMLElement>(FIELD);
    if (!field) return;
    hasField.current = true;
    if (!body.current?.contains(document.activeElement)) field.focus();
  });
  return <div ref={body} {...props} />;
}

/** Excludes checkboxes, which select rows of a table, and file inputs, which open a window of the system. */
const FIELD =
  'input:enabled:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), textarea:enabled';

const TEXT_TYPES = new Set(['text', 'password', 'search', 'tel', 'number', 'email', 'url']);

const isTextField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type));
