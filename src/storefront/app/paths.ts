const revisionText = (revision?: number) => (revision === undefined ? '' : `?revision=${revision}`);

/** Every address of the storefront; links and redirects come from here. */
export const paths = {
  quote: '/',
  /** The quotation page with the parts of an order. */
  quoteOrder: (orderId: number) => `/mfr/${orderId}`,
  orderSuccess: (orderId: number) => `/order/success?id=${orderId}`,
  /** With a revision: as the quotation stood in it. */
  orderDetails: (orderId: number, revision?: number) => `/order/details/${orderId}${revisionText(revision)}`,
  quotation: (orderId: number, revision?: number) => `/order/quotation/${orderId}${revisionText(revision)}`,
  /** Takes an order's parts over to the quotation page. */
  copyOrder: (orderId: number) => `/order/copy/${orderId}`,
  /** What a link shows to whoever holds it. */
  share: (token: string) => `/share/${token}`,
  profile: '/user/profile',
  seal: '/user/signSeal',
  editPassword: '/user/editPassword',
  history: '/user/order',
  notifications: '/user/notifications',
  notFound: '/404',
  register: '/user/register',
  /** The login page; `from` is where one was going. */
  login: (from?: string) =>
    from === undefined || from === '/' ? '/user/login' : `/user/login?from=${encodeURIComponent(from)}`,
} as const;

/** The same for the router, with `:name` for parameters. */
export const patterns = {
  quote: '/',
  quoteOrder: '/mfr/:orderId?',
  orderSuccess: '/order/success',
  orderDetails: '/order/details/:orderId',
  quotation: '/order/quotation/:orderId',
  copyOrder: '/order/copy/:orderId',
  /** A quotation for whoever has the link; nobody need sign in. */
  share: '/share/:token',
  /** Behind the QR code of a quotation; nobody need sign in. */
  verify: '/verify/:code',
  notFound: '/404',
  login: '/user/login',
  register: '/user/register',
  /** Every page of the user area; the login page comes before it. */
  user: '/user/*?',
} as const;

/** Where to go after signing in: `from` when it is an address of this site, else the quotation page. */
export function returnAddress(from: string | null): string {
  if (from === null || !URL.canParse(from, 'http://here')) return paths.quote;
  // What the browser makes of it counts: `//host`, `/\host` and `/\t/host` all leave the site.
  const { origin, pathname, search, hash } = new URL(from, 'http://here');
  const isOurs = from.startsWith('/') && origin === 'http://here' && pathname !== patterns.login;
  return isOurs ? pathname + search + hash : paths.quote;
}

/** An id as it stands in an address: a positive whole number, or undefined. */
export function idFromAddress(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : undefined;
}
