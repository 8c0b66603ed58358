import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

interface AddedRows {
  list: RefObject<HTMLFieldSetElement | null>;
  /** Whether the user has tried to send since the row was added. */
  wasSendAttempted: (key: number) => boolean;
  /** Adds a row and focuses its first field. */
  add: (key: number, change: () => void) => void;
}

/**
 * Adds rows to a list of the form. Each row has its key as `data-row`.
 * @param attempts the number of attempts to send
 */
export function useAddedRows(attempts: number): AddedRows {
  const list = useRef<HTMLFieldSetElement>(null);
  const [attemptsBefore, setAttemptsBefore] = useState<ReadonlyMap<number, number>>(new Map());
  return {
    list,
    wasSendAttempted: (key) => attempts > (attemptsBefore.get(key) ?? 0),
    add(key, change) {
      flushSync(() => {
        setAttemptsBefore(new Map(attemptsBefore).set(key, attempts));
        change();
      });
      list.current?.querySelector<HTMLElement>(`[data-row="${key}"] input`)?.focus();
    },
  };
}
