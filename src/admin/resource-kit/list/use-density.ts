import { useState } from 'react';
import { readStored, writeStored } from '#providers/browser-storage.ts';

const KEY = 'admin.density';

/** The row height, in antd's terms. */
export type Density = 'middle' | 'small';

/** The density of all tables, stored in the browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() => (readStored(KEY) === 'small' ? 'small' : 'middle'));
  function choose(next: Density) {
    writeStored(KEY, next);
    setDensity(next);
  }
  return [density, choose];
}
