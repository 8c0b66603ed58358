/**
 * What the addresses of the pages begin with, beside `/`: the storefront's, and the back office's. The server answers any
 * other address with 404 (and the storefront's page, which says so).
 */
export const pageRoots: readonly string[] = ['mfr', 'order', 'share', 'verify', 'user', 'admin'];
