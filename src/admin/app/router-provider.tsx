import type { ParseResponse, RouterProvider } from '@refinedev/core';
import binding from '@refinedev/react-router';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';

const ParsedAddress = createContext<ParseResponse>({});

/**
 * Parses the address once for the whole page, because Refine's hooks read it a thousand times on one list. No parameter
 * passes: Refine would merge it into `meta`, so that a link could set anything there.
 */
export function ParseAddressOnce({ children }: { children: ReactNode }) {
  const parse = useBindingParse();
  const parsed = useMemo(() => ({ ...parse(), params: {} }), [parse]);
  return <ParsedAddress value={parsed}>{children}</ParsedAddress>;
}

/** Refine's binding for react-router, with one `parse` for the whole page. */
export const routerProvider: RouterProvider = {
  ...binding,

  parse: function useParse() {
    const parsed = useContext(ParsedAddress);
    return useCallback(() => parsed, [parsed]);
  },
};

/** Refine's type declares it optional. */
const useBindingParse = binding.parse ?? missingParse;

function missingParse(): never {
  throw new Error('@refinedev/react-router has no parse');
}
