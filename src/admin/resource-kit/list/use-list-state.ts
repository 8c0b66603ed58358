import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import { formatListState, parseListState } from './list-state.ts';

export type ChangeList = (changed: Partial<ListState>, options?: { replace: true }) => void;

/** The list's state, stored only in the URL. */
export function useListState(resource: Resource): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListState(resource, params), [resource, params]);
  const change: ChangeList = (changed, options) =>
    // Renders synchronously, so that the next click starts from this state. Effects that correct the page number pass
    // `replace` instead, because effects cannot flush.
    setParams(formatListState(resource, { ...state, ...changed }), options ?? { flushSync: true });
  return [state, change];
}
