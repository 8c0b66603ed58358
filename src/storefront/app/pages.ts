import type { QueryClient } from '@tanstack/react-query';
import { lazyPage } from '#providers/lazy-page.ts';
import { getToken } from '#providers/session-store.ts';
import { accessQuery } from './access.ts';
import { patterns } from './paths.ts';

/** The file of each page, loaded separately. `patterns` has their addresses; pages of `/user/…` are in user-area.tsx. */
export const pages = {
  login: lazyPage(async () => (await import('#storefront/features/login/login-page.tsx')).LoginPage),
  register: lazyPage(async () => (await import('#storefront/features/login/register-page.tsx')).RegisterPage),
  quote: lazyPage(async () => (await import('#storefront/features/quote/quote-page.tsx')).QuotePage),
  quoteOrder: lazyPage(
    async () => (await import('#storefront/features/quote/quote-order-page.tsx')).QuoteOrderPage,
  ),
  copyOrder: lazyPage(
    async () => (await import('#storefront/features/quote/copy-order-page.tsx')).CopyOrderPage,
  ),
  orderSuccess: lazyPage(
    async () => (await import('#storefront/features/orders/order-success-page.tsx')).OrderSuccessPage,
  ),
  orderDetails: lazyPage(
    async () => (await import('#storefront/features/orders/order-details-page.tsx')).OrderDetailsPage,
  ),
  quotation: lazyPage(
    async () => (await import('#storefront/features/documents/document-page.tsx')).DocumentPage,
  ),
  verify: lazyPage(async () => (await import('#storefront/features/documents/verify-page.tsx')).VerifyPage),
  share: lazyPage(async () => (await import('#storefront/features/documents/share-page.tsx')).SharePage),
  user: lazyPage(async () => (await import('./user-area.tsx')).UserArea),
};

type PageName = keyof typeof pages;

/** Identical for every visitor. */
const ANONYMOUS: ReadonlySet<PageName> = new Set(['verify', 'share']);
/** Shown without a session. */
const PUBLIC: ReadonlySet<PageName> = new Set([...ANONYMOUS, 'login', 'register']);

/** The page at an address, in the order in which the router asks; undefined for none. */
function pageAt(pathname: string): PageName | undefined {
  const names = Object.keys(pages) as PageName[];
  return names.find((name) => toRegExp(patterns[name]).test(pathname));
}

/** For patterns such as `/mfr/:orderId?` and `/user/*?`; matches slightly more than the router, which decides. */
const toRegExp = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/\/(?::\w+|\*)/g, '(?:/.*)')}/?$`, 'i');

/** Loads a page's code while the access check is still running. A failure shows when the page renders. */
export async function loadPage(pathname: string): Promise<void> {
  const name = pageAt(pathname);
  if (name !== undefined) await pages[name].load().catch(() => undefined);
}

/**
 * Fetches the code and data of the first page before it renders, so that it renders once: React delays content after a
 * suspended part by at least 300 ms. After a failure the page fetches again and shows the error.
 */
export async function prepareFirstPage(queryClient: QueryClient, pathname: string): Promise<void> {
  const name = pageAt(pathname);
  const token = getToken();
  if (token === null) {
    return loadPage(name === undefined || PUBLIC.has(name) ? pathname : patterns.login);
  }
  const code = loadPage(pathname);
  if (name !== undefined && !ANONYMOUS.has(name)) {
    const query = accessQuery(token);
    await queryClient.prefetchQuery(query);
    const isGranted = queryClient.getQueryData(query.queryKey) === 'granted';
    if (isGranted && (name === 'quote' || name === 'quoteOrder')) {
      const { prefetchQuote } = await import('#storefront/features/quote/quote-page.tsx');
      await prefetchQuote(queryClient);
    }
  }
  await code;
}
