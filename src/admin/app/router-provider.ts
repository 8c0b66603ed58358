import {
  matchResourceFromRoute,
  ResourceContext,
  type GoConfig,
  type ParseResponse,
  type RouterProvider,
} from '@refinedev/core';
import { useCallback, useContext } from 'react';
import { Link, matchPath, useLocation, useNavigate } from 'react-router';

/**
 * Refine's shape of our router. It tells Refine nothing of an address's query: Refine would merge it into `meta`, which
 * names the endpoints to call, so that a link could choose them (`?endpoints[list][path]=…`). Our lists read their
 * address themselves. (Refine's own binding does so, loses `&` and `#`, and brings a query parser of 12 KB.)
 */
export const routerProvider: RouterProvider = {
  go: function useGo() {
    const navigate = useNavigate();
    return useCallback(
      ({ to = '', type }: GoConfig) => {
        if (type === 'path') return to;
        void navigate(to, { replace: type === 'replace' });
        return undefined;
      },
      [navigate],
    );
  },

  back: function useBack() {
    const navigate = useNavigate();
    return useCallback(() => void navigate(-1), [navigate]);
  },

  parse: function useParse() {
    const { pathname } = useLocation();
    const { resources } = useContext(ResourceContext);
    return useCallback((): ParseResponse => {
      const { resource, action, matchedRoute } = matchResourceFromRoute(pathname, resources);
      const id = matchedRoute === undefined ? undefined : matchPath(matchedRoute, pathname)?.params['id'];
      return { resource, action, id, pathname, params: {} };
    }, [pathname, resources]);
  },

  Link,
};
