import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  id: string;
  /** The field below or above which the list appears. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  options: readonly string[];
  /** Index of the option that the arrow keys reached; -1 for none. */
  highlightedIndex: number;
  onPick: (option: string) => void;
}

const MAX_HEIGHT = 264;

/** All choices of a cell. A native datalist would show only those that contain its text. */
export function ChoiceList({ id, anchor, label, options, highlightedIndex, onPick }: ChoiceListProps) {
  const [position, setPosition] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const updatePosition = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const left = Math.max(4, Math.min(box.left, window.innerWidth - 244));
      const isAbove =
        window.innerHeight - box.bottom < MAX_HEIGHT && box.top > window.innerHeight - box.bottom;
      const minWidth = Math.max(box.width, 160);
      setPosition(
        isAbove
          ? { left, bottom: window.innerHeight - box.top + 2, minWidth }
          : { left, top: box.bottom + 2, minWidth },
      );
    };
    updatePosition();
    const abort = new AbortController();
    const { signal } = abort;
    window.addEventListener('scroll', updatePosition, { capture: true, signal });
    window.addEventListener('resize', updatePosition, { signal });
    return () => abort.abort();
  }, [anchor]);
  useLayoutEffect(() => {
    // jsdom has no scrolling.
    document.getElementById(`${id}-${highlightedIndex}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, highlightedIndex]);
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={styles.list}
      style={position ?? { visibility: 'hidden' }}
    >
      {options.map((option, index) => (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={option}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === highlightedIndex}
          className={styles.option}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option}
        </div>
      ))}
    </div>,
    document.body,
  );
}
