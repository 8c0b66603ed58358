import { useState } from 'react';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import type { Resource } from './define-resource.ts';

/** The shown columns in the descriptor's order; the browser remembers the choice. */
export function useColumns(resource: Resource): [readonly string[], (columns: readonly string[]) => void] {
  const key = `admin.columns.${resource.name}`;
  const [hidden, setHidden] = useState<readonly string[]>(
    () => readStored(key)?.split(',') ?? resource.list.hidden,
  );
  const shown = resource.list.columns.filter((name) => name === resource.title || !hidden.includes(name));
  function choose(columns: readonly string[]) {
    const next = resource.list.columns.filter((name) => !columns.includes(name));
    writeStored(key, next.join(','));
    setHidden(next);
  }
  return [shown, choose];
}
