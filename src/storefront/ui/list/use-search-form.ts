import { useState } from 'react';
import { queryString } from './search-query.ts';

/** State for a filter form: follows the URL until the user types; navigation resets it. */
export function useSearchForm<S extends { page: number }>(search: S) {
  const fromUrl: S = { ...search, page: 1 };
  const [state, setState] = useState({ lastFromUrl: fromUrl, values: fromUrl });
  const hasNavigated = queryString(state.lastFromUrl) !== queryString(fromUrl);
  if (hasNavigated) setState({ lastFromUrl: fromUrl, values: fromUrl });
  const setValues = (values: S) => setState({ lastFromUrl: fromUrl, values });
  return [hasNavigated ? fromUrl : state.values, setValues] as const;
}
