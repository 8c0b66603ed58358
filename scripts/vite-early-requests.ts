import { basename } from 'node:path';
import { minifySync, runnerImport, type Plugin } from 'vite';
import { beginRequests, type EarlyPlan } from '../src/providers/begin-requests.ts';

/** Where each page's HTML finds the requests that it begins with. */
const PLANS: Readonly<Record<string, string>> = {
  'index.html': '/src/storefront/app/early-requests.ts',
  'admin.html': '/src/admin/app/early-requests.ts',
};
const SESSION = '/src/providers/session-store.ts';

/**
 * Writes a script into each page's HTML that begins the page's first requests before any of its files is there. The
 * server lets it in by its hash.
 */
export function earlyRequests(): Plugin {
  let root = '';
  return {
    name: 'quotemill:early-requests',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        const plan = PLANS[basename(filename)];
        if (plan === undefined) return html;
        const load = async <T>(path: string) =>
          (await runnerImport<T>(path, { root, configFile: false, logLevel: 'error' })).module;
        const { earlyRequests: plans } = await load<{ earlyRequests: readonly EarlyPlan[] }>(plan);
        const { TOKEN_KEY, USER_KEY } = await load<{ TOKEN_KEY: string; USER_KEY: string }>(SESSION);
        const values = [plans, TOKEN_KEY, USER_KEY].map((value) => JSON.stringify(value)).join();
        const call = `(${beginRequests.toString()})(${values})`;
        const { code } = minifySync('early.js', call);
        if (/<\/script|<!--/i.test(code)) throw new Error('the early requests would end their script');
        // Before the first stylesheet, which a script would wait for.
        return html.replace('<title>', () => `<script>${code.trim()}</script>\n    <title>`);
      },
    },
  };
}
