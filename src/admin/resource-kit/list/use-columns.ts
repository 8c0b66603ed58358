import { useState } from 'react';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import type { Resource } from '../define-resource.ts';

/** The stored choice of columns; null where the user has changed nothing. */
export interface KeptColumns {
  hidden: readonly string[] | null;
  order: readonly string[];
}

/** The columns of a list as the user has set them. */
export interface ColumnChoice {
  /** Every column, in the user's order. */
  ordered: readonly string[];
  /** The columns to show, in that order. */
  shown: readonly string[];
  /** Has the user chosen which columns to show? If not, a narrow window may show fewer. */
  isChosen: boolean;
  show: (names: readonly string[]) => void;
  /** Moves a column one place. */
  move: (name: string, step: -1 | 1) => void;
  /** Forgets the user's choice and order. */
  reset: () => void;
  /** The choice and order, for saving and restoring a view. */
  kept: KeptColumns;
  restore: (kept: KeptColumns) => void;
}

const hiddenKeyOf = ({ name }: Resource) => `admin.columns.${name}`;
const orderKeyOf = ({ name }: Resource) => `admin.column-order.${name}`;

/** Stores a choice of columns for the next time the list is opened. */
export function storeColumns(resource: Resource, { hidden, order }: KeptColumns): void {
  writeStored(hiddenKeyOf(resource), hidden?.join(',') ?? null);
  writeStored(orderKeyOf(resource), order.length === 0 ? null : order.join(','));
}

/** The columns of a list; the browser remembers the choice and the order. */
export function useColumns(resource: Resource): ColumnChoice {
  const hiddenKey = hiddenKeyOf(resource);
  const orderKey = orderKeyOf(resource);
  const [hidden, setHidden] = useState(() => readStored(hiddenKey)?.split(','));
  const [order, setOrder] = useState<readonly string[]>(() => readStored(orderKey)?.split(',') ?? []);
  const { columns } = resource.list;
  const ordered = inOrder(columns, order);
  const isHidden = (name: string) =>
    name !== resource.title && (hidden ?? resource.list.hidden).includes(name);

  return {
    ordered,
    shown: ordered.filter((name) => !isHidden(name)),
    isChosen: hidden !== undefined,
    show: (names) => {
      const next = columns.filter((name) => !names.includes(name));
      writeStored(hiddenKey, next.join(','));
      setHidden(next);
    },
    move: (name, step) => {
      const next = moved(ordered, name, step);
      writeStored(orderKey, next.join(','));
      setOrder(next);
    },
    reset: () => {
      writeStored(hiddenKey, null);
      writeStored(orderKey, null);
      setHidden(undefined);
      setOrder([]);
    },
    kept: { hidden: hidden ?? null, order },
    restore: (kept) => {
      storeColumns(resource, kept);
      setHidden(kept.hidden ? [...kept.hidden] : undefined);
      setOrder(kept.order);
    },
  };
}

/** Sorts names by a stored order; a name that the order does not know follows its declared predecessor. */
function inOrder(names: readonly string[], order: readonly string[]): readonly string[] {
  const result = order.filter((name) => names.includes(name));
  for (const [index, name] of names.entries()) {
    if (result.includes(name)) continue;
    const before = names[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
  }
  return result;
}

function moved(names: readonly string[], name: string, step: -1 | 1): readonly string[] {
  const from = names.indexOf(name);
  const to = Math.min(names.length - 1, Math.max(0, from + step));
  return names.toSpliced(from, 1).toSpliced(to, 0, name);
}
