import type { Plugin } from 'vite';

/** Paths served by the API server instead of a page. */
export const API_PATHS = ['/api', '/healthz', '/readyz', '/openapi.json', '/docs'];

/** In development as in production: addresses under /admin are the back office, every other page the storefront. */
export function pages(): Plugin {
  return {
    name: 'quotemill:pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
        const isOurs =
          !path.includes('.') && !path.startsWith('/@') && !API_PATHS.some((api) => path.startsWith(api));
        if (wantsPage && isOurs) {
          request.url = path === '/admin' || path.startsWith('/admin/') ? '/admin.html' : '/index.html';
        }
        next();
      });
    },
  };
}
