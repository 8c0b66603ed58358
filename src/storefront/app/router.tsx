import { Suspense, useEffect, type ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { retryFailedPages } from '#providers/lazy-page.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FeedbackButton } from './feedback-button.tsx';
import { LoginGate, RequireSession } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { loadPage, pages } from './pages.ts';
import { patterns } from './paths.ts';
import { Shell } from './shell.tsx';
import { Starting } from './starting.tsx';

/** The pages of the storefront; each is loaded when it is first shown. */
export function Pages() {
  const [pathname] = useLocation();
  useEffect(() => void loadPage(pathname), [pathname]);
  return (
    <>
      <TopOfPage key={pathname} />
      <OfflineBar />
      <ErrorBoundary>
        <Suspense fallback={<Starting />}>
          <Switch>
            <Route path={patterns.login}>
              <LoginGate>{(access) => <pages.login access={access} />}</LoginGate>
            </Route>
            <Route path={patterns.register}>
              <LoginGate>{() => <pages.register />}</LoginGate>
            </Route>
            <Route path={patterns.quote}>{inside(<pages.quote />)}</Route>
            <Route path={patterns.quoteOrder}>{inside(<pages.quoteOrder />)}</Route>
            <Route path={patterns.copyOrder}>{inside(<pages.copyOrder />)}</Route>
            <Route path={patterns.orderSuccess}>{inside(<pages.orderSuccess />)}</Route>
            <Route path={patterns.orderDetails}>{inside(<pages.orderDetails />)}</Route>
            <Route path={patterns.quotation}>{inside(<pages.quotation />)}</Route>
            <Route path={patterns.verify}>
              <pages.verify />
            </Route>
            <Route path={patterns.share}>
              <pages.share />
            </Route>
            <Route path={patterns.user}>{inside(<pages.user />)}</Route>
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

/** A page for signed-in users, in the shell that persists across pages. */
function inside(page: ReactNode) {
  return (
    <RequireSession>
      <Shell>{page}</Shell>
    </RequireSession>
  );
}

/** Scrolls to the top of a new page; on the way back the browser restores the position. */
function TopOfPage() {
  useEffect(() => {
    if (!isGoingBack) globalThis.scrollTo(0, 0);
    isGoingBack = false;
    lastPathname = globalThis.location.pathname;
  }, []);
  return null;
}

/** The address last changed by the browser's back or forward. */
let isGoingBack = false;
let lastPathname = globalThis.location.pathname;
globalThis.addEventListener('popstate', () => {
  // Closing a dialog stays on its page.
  isGoingBack = globalThis.location.pathname !== lastPathname;
});

// Also pages that failed and were left while the network was away.
globalThis.addEventListener('online', retryFailedPages);
