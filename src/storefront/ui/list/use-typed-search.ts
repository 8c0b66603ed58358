import { useState } from 'react';
import { searchText } from './search-address.ts';

/** The typed filters of a list: those of the address until the user types; a new address resets them. */
export function useTypedSearch<S extends { page: number }>(search: S) {
  const wanted: S = { ...search, page: 1 };
  const [state, setState] = useState({ from: wanted, typed: wanted });
  const isOther = searchText(state.from) !== searchText(wanted);
  if (isOther) setState({ from: wanted, typed: wanted });
  const setTyped = (typed: S) => setState({ from: wanted, typed });
  return [isOther ? wanted : state.typed, setTyped] as const;
}
