import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Resource } from './define-resource.ts';
import { formatListState, parseListState, type ListState } from './list-state.ts';

/** The list's state, which lives in the address alone: a link shows the same list, a bare address the initial one. */
export function useListState(resource: Resource): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListState(resource, params), [resource, params]);
  return [state, (change) => setParams(formatListState(resource, { ...state, ...change }))];
}
