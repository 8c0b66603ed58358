import { useState } from 'react';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import type { Resource } from '../define-resource.ts';

/** `hidden` is null if the user has not chosen the columns. */
export interface StoredColumns {
  hidden: readonly string[] | null;
  order: readonly string[];
}

export interface ColumnChoice {
  /** All columns, in the user's order. */
  ordered: readonly string[];
  /** The visible columns, in that order. */
  shown: readonly string[];
  /** The user has chosen the visible columns; otherwise a narrow window may show fewer. */
  isCustomized: boolean;
  /** Makes exactly these columns visible. */
  show: (names: readonly string[]) => void;
  /** Moves a column by one position. */
  move: (name: string, step: -1 | 1) => void;
  reset: () => void;
  /** For saving a view. */
  stored: StoredColumns;
  restore: (stored: StoredColumns) => void;
}

const hiddenKeyOf = ({ name }: Resource) => `admin.columns.${name}`;
const orderKeyOf = ({ name }: Resource) => `admin.column-order.${name}`;

/** Stores the columns for the next visit to the list. */
export function storeColumns(resource: Resource, { hidden, order }: StoredColumns): void {
  writeStored(hiddenKeyOf(resource), hidden?.join(',') ?? null);
  writeStored(orderKeyOf(resource), order.length === 0 ? null : order.join(','));
}

/** The columns of a list, stored in the browser. */
export function useColumns(resource: Resource): ColumnChoice {
  const hiddenKey = hiddenKeyOf(resource);
  const orderKey = orderKeyOf(resource);
  const [hidden, setHidden] = useState(() => readStored(hiddenKey)?.split(','));
  const [order, setOrder] = useState<readonly string[]>(() => readStored(orderKey)?.split(',') ?? []);
  const { columns } = resource.list;
  const ordered = sortByOrder(columns, order);
  const isHidden = (name: string) =>
    name !== resource.title && (hidden ?? resource.list.hidden).includes(name);

  return {
    ordered,
    shown: ordered.filter((name) => !isHidden(name)),
    isCustomized: hidden !== undefined,
    show: (names) => {
      const next = columns.filter((name) => !names.includes(name));
      writeStored(hiddenKey, next.join(','));
      setHidden(next);
    },
    move: (name, step) => {
      const next = moveName(ordered, name, step);
      writeStored(orderKey, next.join(','));
      setOrder(next);
    },
    reset: () => {
      writeStored(hiddenKey, null);
      writeStored(orderKey, null);
      setHidden(undefined);
      setOrder([]);
    },
    stored: { hidden: hidden ?? null, order },
    restore: (next) => {
      storeColumns(resource, next);
      setHidden(next.hidden ? [...next.hidden] : undefined);
      setOrder(next.order);
    },
  };
}

/** Sorts names by a stored order; a name that is missing from it follows its declared predecessor. */
function sortByOrder(names: readonly string[], order: readonly string[]): readonly string[] {
  const result = order.filter((name) => names.includes(name));
  for (const [index, name] of names.entries()) {
    if (result.includes(name)) continue;
    const before = names[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
  }
  return result;
}

function moveName(names: readonly string[], name: string, step: -1 | 1): readonly string[] {
  const from = names.indexOf(name);
  const to = Math.min(names.length - 1, Math.max(0, from + step));
  return names.toSpliced(from, 1).toSpliced(to, 0, name);
}
