import type { RouteObject } from 'react-router';
import { leaveLogin, requireSession } from './guards.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { patterns } from './paths.ts';
import { Root, RootError, Starting } from './root.tsx';
import { Shell } from './shell.tsx';

const quote = async () => ({
  Component: (await import('#storefront/features/quote/quote-page.tsx')).QuotePage,
});

/** The pages of the storefront; each is fetched when it is first shown. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: Starting,
    children: [
      {
        path: patterns.login,
        loader: ({ request }) => leaveLogin(request),
        lazy: async () => ({
          Component: (await import('#storefront/features/login/login-page.tsx')).LoginPage,
        }),
      },
      {
        loader: ({ request }) => requireSession(request),
        // The session is asked for on entry; who signs out while inside is noticed by the shell.
        shouldRevalidate: () => false,
        Component: Shell,
        children: [
          {
            ErrorBoundary: RootError,
            children: [
              { path: patterns.quote, lazy: quote },
              { path: patterns.quoteOrder, lazy: quote },
              {
                path: patterns.orderSuccess,
                lazy: async () => ({
                  Component: (await import('#storefront/features/orders/order-success-page.tsx'))
                    .OrderSuccessPage,
                }),
              },
              {
                path: patterns.orderDetails,
                lazy: async () => ({
                  Component: (await import('#storefront/features/orders/order-details-page.tsx'))
                    .OrderDetailsPage,
                }),
              },
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];
