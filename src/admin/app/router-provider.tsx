import type { ParseResponse, RouterProvider } from '@refinedev/core';
import binding from '@refinedev/react-router';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';

const ParsedAddress = createContext<ParseResponse>({});

/** Parses the address once for the whole page, because Refine's hooks read it a thousand times on one list. */
export function ParseAddressOnce({ children }: { children: ReactNode }) {
  const parse = useBindingParse();
  const parsed = useMemo(() => withoutForeignParams(parse()), [parse]);
  return <ParsedAddress value={parsed}>{children}</ParsedAddress>;
}

/**
 * Refine merges every parameter of an address into `meta`. Only the parameters of a list pass, so that a link cannot
 * set anything else.
 */
function withoutForeignParams({ params, ...address }: ParseResponse): ParseResponse {
  const { currentPage, pageSize, sorters, filters } = params ?? {};
  return { ...address, params: { currentPage, pageSize, sorters, filters } };
}

/** Refine's binding for react-router, with one `parse` for the whole page and a `go` that keeps `&` and `#`. */
export const routerProvider: RouterProvider = {
  ...binding,

  parse: function useParse() {
    const parsed = useContext(ParsedAddress);
    return useCallback(() => parsed, [parsed]);
  },

  go: function useGo() {
    const go = useBindingGo();
    const { search } = useLocation();
    return useCallback(
      ({ to = '', options: { keepQuery = false, ...options } = {}, ...config }) =>
        go({ ...config, options, to: keepQuery && config.query === undefined ? to + search : to }),
      [go, search],
    );
  },
};

const useBindingParse: NonNullable<RouterProvider['parse']> = () => hookOf('parse')();
const useBindingGo: NonNullable<RouterProvider['go']> = () => hookOf('go')();

/** A hook of the binding; Refine's type declares it optional. */
function hookOf<K extends 'parse' | 'go'>(name: K): NonNullable<RouterProvider[K]> {
  const hook = binding[name];
  if (!hook) throw new Error(`@refinedev/react-router has no ${name}`);
  return hook;
}
