import type { QueryClient } from '@tanstack/react-query';
import { appConfigQuery } from '#providers/app-config.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { getSession, getUser } from '#providers/session/session-store.ts';
import { captchaQuery } from '#storefront/features/login/captcha-query.ts';
import { accessQuery } from './access.ts';
import { patterns } from './paths.ts';

/** The pages, each loaded separately. `patterns` has their paths; pages of `/user/…` are in user-area.tsx. */
export const pages = {
  login: lazyView(async () => (await import('#storefront/features/login/login-page.tsx')).LoginPage),
  register: lazyView(async () => (await import('#storefront/features/login/register-page.tsx')).RegisterPage),
  quote: lazyView(async () => (await import('#storefront/features/quote/quote-page.tsx')).QuotePage),
  quoteOrder: lazyView(
    async () => (await import('#storefront/features/quote/quote-order-page.tsx')).QuoteOrderPage,
  ),
  copyOrder: lazyView(
    async () => (await import('#storefront/features/quote/copy-order-page.tsx')).CopyOrderPage,
  ),
  orderSuccess: lazyView(
    async () => (await import('#storefront/features/orders/order-success-page.tsx')).OrderSuccessPage,
  ),
  orderDetails: lazyView(
    async () => (await import('#storefront/features/orders/order-details-page.tsx')).OrderDetailsPage,
  ),
  quotation: lazyView(
    async () => (await import('#storefront/features/documents/document-page.tsx')).DocumentPage,
  ),
  verify: lazyView(async () => (await import('#storefront/features/documents/verify-page.tsx')).VerifyPage),
  share: lazyView(async () => (await import('#storefront/features/documents/share-page.tsx')).SharePage),
  user: lazyView(async () => (await import('./user-area.tsx')).UserArea),
};

type PageName = keyof typeof pages;

/** Pages that are the same with and without a session. */
const ANONYMOUS: ReadonlySet<PageName> = new Set(['verify', 'share']);

/** The first page whose pattern matches, in the router's order; undefined if none does. */
function findPage(pathname: string): PageName | undefined {
  const names = Object.keys(pages) as PageName[];
  return names.find((name) => toRegExp(patterns[name]).test(pathname));
}

/** Converts patterns such as `/mfr/:orderId?` and `/user/*?`. Matches slightly more than the router, which decides. */
const toRegExp = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/\/(?::\w+|\*)/g, '(?:/.*)')}/?$`, 'i');

/** Loads a page's code while the access check is still running. An error shows when the page renders. */
export async function loadPage(pathname: string): Promise<void> {
  const name = findPage(pathname);
  if (name !== undefined) await pages[name].load().catch(() => undefined);
}

/**
 * Fetches the first page's code and data before it renders, so that it renders once: React delays content
 * after a suspended part by at least 300 ms. Ignores errors: the page fetches again and shows them.
 */
export async function prepareFirstPage(queryClient: QueryClient, pathname: string): Promise<void> {
  const name = findPage(pathname);
  const session = getSession();
  const needsUser = name !== undefined && !ANONYMOUS.has(name);
  if (needsUser && session === null) return prepareSignIn(queryClient, name);
  const code = loadPage(pathname);
  if (needsUser) {
    const query = accessQuery(session);
    const isQuotation = name === 'quote' || name === 'quoteOrder';
    // The last visit's user is usually still valid, so the data does not wait for the access check.
    const user = getUser();
    const canPrefetch = user?.mustChangePassword === false && !user.mustSetUpSecondFactor;
    const data = isQuotation && canPrefetch ? prefetchQuotation(queryClient) : undefined;
    await queryClient.prefetchQuery(query);
    if (getSession() === null) return prepareSignIn(queryClient, name);
    const isGranted = queryClient.getQueryData(query.queryKey) === 'granted';
    if (isGranted && isQuotation) await (data ?? prefetchQuotation(queryClient));
  }
  await code;
}

async function prefetchQuotation(queryClient: QueryClient): Promise<void> {
  const { prefetchQuote } = await import('#storefront/features/quote/quote-page.tsx');
  await prefetchQuote(queryClient);
}

/** Fetches what the login or registration page's fields and links depend on. */
async function prepareSignIn(queryClient: QueryClient, name: PageName): Promise<void> {
  await Promise.all([
    loadPage(name === 'register' ? patterns.register : patterns.login),
    queryClient.prefetchQuery(captchaQuery),
    queryClient.prefetchQuery(appConfigQuery),
  ]);
}
