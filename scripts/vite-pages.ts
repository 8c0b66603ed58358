import type { Plugin } from 'vite';

/** Paths served by the API server instead of a page. */
export const API_PATHS = ['/api', '/healthz', '/readyz', '/openapi.json', '/docs'];

/** Serves the back office under /admin and the storefront for every other page, as in production. */
export function pages(): Plugin {
  return {
    name: 'quotemill:pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
        const isPagePath =
          !path.includes('.') && !path.startsWith('/@') && !API_PATHS.some((api) => path.startsWith(api));
        if (wantsPage && isPagePath) {
          request.url = path === '/admin' || path.startsWith('/admin/') ? '/admin.html' : '/index.html';
        }
        next();
      });
    },
  };
}
