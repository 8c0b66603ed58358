import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { CloseButton } from '../close-button.tsx';
import styles from './dialog.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

interface DialogProps {
  title: string;
  /** Called on Escape, the close button, a click on the backdrop or the browser's back. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons, primary last. */
  footer?: ReactNode;
  /** Fills most of the window; on phones all of it. */
  isLarge?: boolean;
  /** Wide enough for a table. */
  isWide?: boolean;
}

const isBelow = (field: Element, box: Element | null): boolean =>
  box !== null && field.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom;

/** A modal dialog, open while rendered. The native `<dialog>` traps the focus and restores it afterwards. */
export function Dialog({ title, onClose, children, footer, isLarge, isWide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useCloseOnBack(true, onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // The browser would focus the close button. Focuses the first field instead, or else the first footer button, which
    // is usually 取消. Focusing a field below the visible area would scroll, so then the title gets the focus.
    const field = dialog.querySelector<HTMLElement>(`.${styles.body} :is(input, select, textarea)`);
    const first = field ?? dialog.querySelector<HTMLElement>(`.${styles.footer} button`);
    (field && isBelow(field, field.closest(`.${styles.body}`)) ? heading.current : first)?.focus();
  }, []);
  // The browser restores the focus when a dialog is closed, but not when an open one is removed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the backdrop; Escape does the same
    <dialog
      ref={ref}
      className={classNames(styles.dialog, isLarge && styles.large, isWide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <CloseButton label="关闭" onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
