import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import { formatListState, parseListState } from './list-state.ts';

/** `replace` replaces the current entry of the browser's history. */
export type ChangeList = (part: Partial<ListState>, options?: { replace: true }) => void;

/** The list's state, stored only in the address: a link shows the same list, an address without parameters the initial one. */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListState(resource, params), [resource, params]);
  const change: ChangeList = (part, options) =>
    // Renders synchronously, so that the next click starts from this state. Corrections come from effects, which
    // cannot.
    setParams(formatListState(resource, { ...state, ...part }), options ?? { flushSync: true });
  return [state, change];
}
