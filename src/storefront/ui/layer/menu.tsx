import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './menu.module.css';
import { useDismiss } from './use-dismiss.ts';

interface MenuItem {
  label: string;
  onSelect: () => void;
}

interface MenuProps {
  label: ReactNode;
  items: readonly MenuItem[];
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A button with a menu of actions; supports arrow keys, Home, End and Escape, and returns the focus to the button. */
export function Menu({ label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useDismiss({ isOpen, box, opener: button, onClose: () => setOpen(false) });
  useEffect(() => {
    if (isOpen) findItems(box.current)[0]?.focus();
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    const list = findItems(box.current);
    const index = list.findIndex((entry) => entry === document.activeElement);
    const step = STEPS[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? list.length - 1
          : step === undefined
            ? undefined
            : index + step;
    if (next === undefined) return;
    event.preventDefault();
    list.at(next % list.length)?.focus();
  };

  return (
    <div ref={box} className={styles.box}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((open) => !open)}
      >
        {label}
        <span className={styles.arrow} aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={id} role="menu" tabIndex={-1} className={styles.list} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function findItems(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}
