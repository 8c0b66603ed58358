import { Suspense, useEffect, type ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { retryFailedPages } from '#providers/lazy-view.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FeedbackButton } from './feedback-button.tsx';
import { LoginGate, RequireSession } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { loadPage, pages } from './pages.ts';
import { patterns } from './paths.ts';
import { Shell } from './shell.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** The storefront's routes. */
export function Pages() {
  const [pathname] = useLocation();
  useEffect(() => void loadPage(pathname), [pathname]);
  return (
    <>
      <ScrollToTop key={pathname} />
      <OfflineBar />
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            <Route path={patterns.login}>
              <LoginGate>{(access) => <pages.login access={access} />}</LoginGate>
            </Route>
            <Route path={patterns.register}>
              <LoginGate>{() => <pages.register />}</LoginGate>
            </Route>
            <Route path={patterns.quote}>{withShell(<pages.quote />)}</Route>
            <Route path={patterns.quoteOrder}>{withShell(<pages.quoteOrder />)}</Route>
            <Route path={patterns.copyOrder}>{withShell(<pages.copyOrder />)}</Route>
            <Route path={patterns.orderSuccess}>{withShell(<pages.orderSuccess />)}</Route>
            <Route path={patterns.orderDetails}>{withShell(<pages.orderDetails />)}</Route>
            <Route path={patterns.quotation}>{withShell(<pages.quotation />)}</Route>
            <Route path={patterns.verify}>
              <pages.verify />
            </Route>
            <Route path={patterns.share}>
              <pages.share />
            </Route>
            <Route path={patterns.user}>{withShell(<pages.user />)}</Route>
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

/** Wraps a page for signed-in users in the shell, which persists across pages. */
function withShell(page: ReactNode) {
  return (
    <RequireSession>
      <Shell>{page}</Shell>
    </RequireSession>
  );
}

/** Scrolls to the top of a new page. On back and forward the browser restores the position. */
function ScrollToTop() {
  useEffect(() => {
    if (!isGoingBack) globalThis.scrollTo(0, 0);
    isGoingBack = false;
    lastPathname = globalThis.location.pathname;
  }, []);
  return null;
}

/** Whether the last navigation was the browser's back or forward. */
let isGoingBack = false;
let lastPathname = globalThis.location.pathname;
globalThis.addEventListener('popstate', () => {
  // Closing a dialog also goes back, but stays on the page.
  isGoingBack = globalThis.location.pathname !== lastPathname;
});

// Also retries pages that failed offline and that the user has left since.
globalThis.addEventListener('online', retryFailedPages);
