/**
 * First segments of the page addresses other than `/`: the storefront's, and the back office's. The server answers any other
 * address with 404 and the storefront's not-found page.
 */
export const pageRoots: readonly string[] = ['mfr', 'order', 'share', 'verify', 'user', 'admin'];
