import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ListState, Resource } from './define-resource.ts';
import { formatListState, parseListState } from './list-state.ts';

/** `replace` corrects the address instead of going to another. */
export type ChangeList = (part: Partial<ListState>, options?: { replace: true }) => void;

/** The list's state, which lives in the address alone: a link shows the same list, a bare address the initial one. */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListState(resource, params), [resource, params]);
  const change: ChangeList = (part, options) =>
    // Rendered at once: the next click must not build on the state before this one. A correction comes from an effect.
    setParams(formatListState(resource, { ...state, ...part }), options ?? { flushSync: true });
  return [state, change];
}
