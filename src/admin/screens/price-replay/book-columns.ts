import type { ReactNode } from 'react';
import type { Column } from '../../components/figure-table.tsx';

/** A column for the live prices, and one for the trial prices unless they are the live prices too. */
export function priceBookColumns<R>(
  trialName: string,
  text: (row: R, book: 'before' | 'after') => ReactNode,
  headOf = (name: string) => name,
): Column<R>[] {
  const live: Column<R> = { head: headOf('现价'), text: (row) => text(row, 'before') };
  return trialName === '现价'
    ? [live]
    : [live, { head: headOf(trialName), text: (row) => text(row, 'after') }];
}
