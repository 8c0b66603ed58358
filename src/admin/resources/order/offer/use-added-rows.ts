import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

interface AddedRows {
  list: RefObject<HTMLFieldSetElement | null>;
  /** The user has tried to send since the row was added. */
  isTried: (key: number) => boolean;
  /** Adds a row and focuses its first field. */
  add: (key: number, change: () => void) => void;
}

/**
 * Adds rows to a list of the form. Each row has its key as `data-row`.
 * @param tries the number of attempts to send
 */
export function useAddedRows(tries: number): AddedRows {
  const list = useRef<HTMLFieldSetElement>(null);
  const [triesBefore, setTriesBefore] = useState<ReadonlyMap<number, number>>(new Map());
  return {
    list,
    isTried: (key) => tries > (triesBefore.get(key) ?? 0),
    add(key, change) {
      flushSync(() => {
        setTriesBefore(new Map(triesBefore).set(key, tries));
        change();
      });
      list.current?.querySelector<HTMLElement>(`[data-row="${key}"] input`)?.focus();
    },
  };
}
