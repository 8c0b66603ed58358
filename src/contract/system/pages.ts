/**
 * First path segments of all pages of storefront and back office except `/`. For other paths the server returns 404 and the
 * storefront's not-found page.
 */
export const pageRoots: readonly string[] = ['mfr', 'order', 'share', 'verify', 'user', 'admin'];
