const revisionText = (revision?: number) => (revision === undefined ? '' : `?revision=${revision}`);

/**
 * The parameter of the quotation page with the user name of the customer on whose behalf staff request; empty until one
 * is chosen.
 */
export const FOR_CUSTOMER = 'for';

/** Every address of the storefront; all links and redirects use it. */
export const paths = {
  quote: '/',
  /** The same for the customer of this user name; empty until one is chosen. */
  quoteFor: (username: string) => `/?${FOR_CUSTOMER}=${encodeURIComponent(username)}`,
  /** The quotation page with the parts of an order. */
  quoteOrder: (orderId: number) => `/mfr/${orderId}`,
  orderSuccess: (orderId: number) => `/order/success?id=${orderId}`,
  /** With a revision: the quotation at that revision. */
  orderDetails: (orderId: number, revision?: number) => `/order/details/${orderId}${revisionText(revision)}`,
  quotation: (orderId: number, revision?: number) => `/order/quotation/${orderId}${revisionText(revision)}`,
  /** Copies an order's parts to the quotation page. */
  copyOrder: (orderId: number) => `/order/copy/${orderId}`,
  /** The same with parts of the library. */
  repeatParts: (ids: readonly number[]) => `/order/copy?parts=${ids.join(',')}`,
  /** A quotation shared by link. */
  share: (token: string) => `/share/${token}`,
  /** Where anyone checks a quotation; without a code, the form that asks for it. */
  verify: (code = '') => (code === '' ? '/verify' : `/verify/${code}`),
  profile: '/user/profile',
  seal: '/user/signSeal',
  editPassword: '/user/editPassword',
  history: '/user/order',
  parts: '/user/parts',
  notifications: '/user/notifications',
  notFound: '/404',
  register: '/user/register',
  /** The login page; `from` is the address to return to. */
  login: (from?: string) =>
    from === undefined || from === '/' ? '/user/login' : `/user/login?from=${encodeURIComponent(from)}`,
} as const;

/** Route patterns of the same addresses, with `:name` for parameters. */
export const patterns = {
  quote: '/',
  quoteOrder: '/mfr/:orderId?',
  orderSuccess: '/order/success',
  orderDetails: '/order/details/:orderId',
  quotation: '/order/quotation/:orderId',
  copyOrder: '/order/copy/:orderId?',
  /** A quotation shared by link; needs no session. */
  share: '/share/:token',
  /** Target of a quotation's QR code; needs no session. */
  verify: '/verify/:code?',
  notFound: '/404',
  login: '/user/login',
  register: '/user/register',
  /** Every page of the user area; the login page is matched before it. */
  user: '/user/*?',
} as const;

/** Where to go after signing in: `from` when it is an address of this site, else the quotation page. */
export function returnAddress(from: string | null): string {
  if (from === null || !URL.canParse(from, 'http://here')) return paths.quote;
  // Compares as the browser parses it: `//host`, `/\host` and `/\t/host` all leave the site, and so would the path of
  // `/.//host`.
  const { origin, pathname, search, hash } = new URL(from, 'http://here');
  const isOurs =
    from.startsWith('/') &&
    origin === 'http://here' &&
    !pathname.startsWith('//') &&
    pathname !== patterns.login;
  return isOurs ? pathname + search + hash : paths.quote;
}
