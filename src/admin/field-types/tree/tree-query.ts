import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Row } from '../field.ts';
import { loadTree } from '../choices.ts';

export type TreeRecord = Row & { readonly children: readonly TreeRecord[] };

/** A whole tree. Its key starts like those of all choices, so that a write to a record invalidates it, too. */
export const useTree = (source: Endpoint) =>
  useQuery({
    queryKey: ['choices', source.path, 'tree'],
    queryFn: async () => (await loadTree(source)).map(toRecord),
  });

function toRecord(row: Row): TreeRecord {
  const { children } = row;
  return { ...row, children: Array.isArray(children) ? children.map((child: Row) => toRecord(child)) : [] };
}
