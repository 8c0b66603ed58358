/**
 * The first path segments of every storefront and back-office page except `/`. For other paths, the server returns 404 and the
 * storefront's not-found page.
 */
export const pageRoots: readonly string[] = ['mfr', 'order', 'share', 'verify', 'user', 'admin'];
