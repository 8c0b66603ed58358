const revisionText = (revision?: number) => (revision === undefined ? '' : `?revision=${revision}`);

/** Query parameter of the quotation page: user name of the customer that staff act for; empty until one is chosen. */
export const FOR_CUSTOMER = 'for';

/** Every URL of the storefront, for all links and redirects. */
export const paths = {
  quote: '/',
  /** For staff who act for this customer; empty until one is chosen. */
  quoteFor: (username: string) => `/?${FOR_CUSTOMER}=${encodeURIComponent(username)}`,
  /** The quotation page with the parts of an order. */
  quoteOrder: (orderId: number) => `/mfr/${orderId}`,
  orderSuccess: (orderId: number) => `/order/success?id=${orderId}`,
  /** With a revision: the quotation at that revision. */
  orderDetails: (orderId: number, revision?: number) => `/order/details/${orderId}${revisionText(revision)}`,
  quotation: (orderId: number, revision?: number) => `/order/quotation/${orderId}${revisionText(revision)}`,
  /** Copies an order's parts to the quotation page. */
  copyOrder: (orderId: number) => `/order/copy/${orderId}`,
  /** Copies parts from the library to the quotation page. */
  repeatParts: (ids: readonly number[]) => `/order/copy?parts=${ids.join(',')}`,
  /** A quotation shared by link. */
  share: (token: string) => `/share/${token}`,
  /** Public verification of a quotation; without a code, a form asks for it. */
  verify: (code = '') => (code === '' ? '/verify' : `/verify/${code}`),
  profile: '/user/profile',
  seal: '/user/signSeal',
  editPassword: '/user/editPassword',
  history: '/user/order',
  parts: '/user/parts',
  notifications: '/user/notifications',
  notFound: '/404',
  register: '/user/register',
  /** The login page; `from` is the URL to return to. */
  login: (from?: string) =>
    from === undefined || from === '/' ? '/user/login' : `/user/login?from=${encodeURIComponent(from)}`,
} as const;

/** Route patterns of these URLs, with `:name` for parameters. */
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
  /** All pages of the user area; login and registration are matched first. */
  user: '/user/*?',
} as const;

/** Where to go after signing in: `from` if it is a URL of this site, else the quotation page. */
export function returnPath(from: string | null): string {
  if (from === null || !URL.canParse(from, 'http://here')) return paths.quote;
  // Parses like the browser: `//host`, `/\host` and `/\t/host` all leave the site, and so would a redirect to
  // the path of `/.//host`.
  const { origin, pathname, search, hash } = new URL(from, 'http://here');
  const isInternal =
    from.startsWith('/') &&
    origin === 'http://here' &&
    !pathname.startsWith('//') &&
    pathname !== patterns.login;
  return isInternal ? pathname + search + hash : paths.quote;
}
