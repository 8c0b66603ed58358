import { useLayoutEffect, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  id: string;
  /** The field that it belongs to. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  options: readonly string[];
  /** Position of the option that the arrow keys reached; -1 for none. */
  marked: number;
  onPick: (option: string) => void;
}

const MAX_HEIGHT = 264;

/** All choices of a cell, below it or above where there is more room. A browser's own list would show only those that contain its text. */
export function ChoiceList({ id, anchor, label, options, marked, onPick }: ChoiceListProps) {
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number; minWidth: number }>();
  useLayoutEffect(() => {
    const follow = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const left = Math.max(4, Math.min(box.left, window.innerWidth - 244));
      const isAbove =
        window.innerHeight - box.bottom < MAX_HEIGHT && box.top > window.innerHeight - box.bottom;
      const minWidth = Math.max(box.width, 160);
      setPlace(
        isAbove
          ? { left, bottom: window.innerHeight - box.top + 2, minWidth }
          : { left, top: box.bottom + 2, minWidth },
      );
    };
    follow();
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [anchor]);
  useLayoutEffect(() => {
    // jsdom has no scrolling.
    document.getElementById(`${id}-${marked}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, marked]);
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={styles.list}
      style={place ?? { visibility: 'hidden' }}
    >
      {options.map((option, index) => (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={option}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
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
