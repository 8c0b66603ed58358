import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter';
import { ErrorBoundary } from './error-boundary.tsx';
import { FeedbackButton } from './feedback-button.tsx';
import { LoginGate, RequireSession } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { patterns } from './paths.ts';
import { Shell } from './shell.tsx';
import { Starting } from './starting.tsx';

const load = {
  login: () => import('#storefront/features/login/login-page.tsx'),
  register: () => import('#storefront/features/login/register-page.tsx'),
  quote: () => import('#storefront/features/quote/quote-page.tsx'),
  quoteOrder: () => import('#storefront/features/quote/quote-order-page.tsx'),
  copyOrder: () => import('#storefront/features/quote/copy-order-page.tsx'),
  orderSuccess: () => import('#storefront/features/orders/order-success-page.tsx'),
  orderDetails: () => import('#storefront/features/orders/order-details-page.tsx'),
  quotation: () => import('#storefront/features/documents/document-page.tsx'),
  verify: () => import('#storefront/features/documents/verify-page.tsx'),
  share: () => import('#storefront/features/documents/share-page.tsx'),
  user: () => import('./user-area.tsx'),
};

const LoginPage = lazy(async () => ({ default: (await load.login()).LoginPage }));
const RegisterPage = lazy(async () => ({ default: (await load.register()).RegisterPage }));
const QuotePage = lazy(async () => ({ default: (await load.quote()).QuotePage }));
const QuoteOrderPage = lazy(async () => ({ default: (await load.quoteOrder()).QuoteOrderPage }));
const CopyOrderPage = lazy(async () => ({ default: (await load.copyOrder()).CopyOrderPage }));
const OrderSuccessPage = lazy(async () => ({ default: (await load.orderSuccess()).OrderSuccessPage }));
const OrderDetailsPage = lazy(async () => ({ default: (await load.orderDetails()).OrderDetailsPage }));
const DocumentPage = lazy(async () => ({ default: (await load.quotation()).DocumentPage }));
const VerifyPage = lazy(async () => ({ default: (await load.verify()).VerifyPage }));
const SharePage = lazy(async () => ({ default: (await load.share()).SharePage }));
const UserArea = lazy(async () => ({ default: (await load.user()).UserArea }));

/** The pages of the storefront; each is fetched when it is first shown. */
export function Pages() {
  const [pathname] = useLocation();
  usePreload(pathname);
  return (
    <>
      <TopOfPage key={pathname} />
      <OfflineBar />
      <ErrorBoundary>
        <Suspense fallback={<Starting />}>
          <Switch>
            <Route path={patterns.login}>
              <LoginGate>{(access) => <LoginPage access={access} />}</LoginGate>
            </Route>
            <Route path={patterns.register}>
              <LoginGate>{() => <RegisterPage />}</LoginGate>
            </Route>
            <Route path={patterns.quote}>{inside(<QuotePage />)}</Route>
            <Route path={patterns.quoteOrder}>{inside(<QuoteOrderPage />)}</Route>
            <Route path={patterns.copyOrder}>{inside(<CopyOrderPage />)}</Route>
            <Route path={patterns.orderSuccess}>{inside(<OrderSuccessPage />)}</Route>
            <Route path={patterns.orderDetails}>{inside(<OrderDetailsPage />)}</Route>
            <Route path={patterns.quotation}>{inside(<DocumentPage />)}</Route>
            <Route path={patterns.verify}>
              <VerifyPage />
            </Route>
            <Route path={patterns.share}>
              <SharePage />
            </Route>
            <Route path={patterns.user}>{inside(<UserArea />)}</Route>
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
      <FeedbackButton />
    </>
  );
}

/** A page for those who are signed in, in the frame that stays from one to the next. */
function inside(page: ReactNode) {
  return (
    <RequireSession>
      <Shell>{page}</Shell>
    </RequireSession>
  );
}

const byPattern = {
  [patterns.login]: load.login,
  [patterns.register]: load.register,
  [patterns.quote]: load.quote,
  [patterns.quoteOrder]: load.quoteOrder,
  [patterns.copyOrder]: load.copyOrder,
  [patterns.orderSuccess]: load.orderSuccess,
  [patterns.orderDetails]: load.orderDetails,
  [patterns.quotation]: load.quotation,
  [patterns.verify]: load.verify,
  [patterns.share]: load.share,
  [patterns.user]: load.user,
};

/** Fetches a page's code while the server is still asked who is there. A failure shows when the page does. */
function usePreload(pathname: string): void {
  const { parser } = useRouter();
  useEffect(() => {
    const found = Object.entries(byPattern).find(([pattern]) => matchRoute(parser, pattern, pathname)[0]);
    found?.[1]().catch(() => undefined);
  }, [parser, pathname]);
}

/** A page begins at its top; where one was before, the browser knows on the way back. */
function TopOfPage() {
  useEffect(() => {
    if (!isGoingBack) globalThis.scrollTo(0, 0);
    isGoingBack = false;
  }, []);
  return null;
}

/** The address last changed by the browser's back or forward. */
let isGoingBack = false;
globalThis.addEventListener('popstate', () => {
  isGoingBack = true;
});
