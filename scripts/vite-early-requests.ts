import { basename } from 'node:path';
import { minifySync, runnerImport, type Plugin, type Rollup } from 'vite';
import { beginRequests, type BuiltPlan, type EarlyPlan } from '../src/providers/http/begin-requests.ts';
import { filesOf } from './chunk-files.ts';

/** The module with the early requests of each HTML file. */
const PLANS: Readonly<Record<string, string>> = {
  'index.html': '/src/storefront/app/early-requests.ts',
  'admin.html': '/src/admin/app/early-requests.ts',
};
const SESSION = '/src/providers/session/session-store.ts';

/**
 * Writes a script into each page's HTML that starts the page's first requests before any of its files is loaded. The
 * server allows it by its hash.
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
      async handler(html, { bundle, filename }) {
        const plan = PLANS[basename(filename)];
        if (plan === undefined || !bundle) return html;
        const load = async <T>(path: string) =>
          (await runnerImport<T>(path, { root, configFile: false, logLevel: 'error' })).module;
        const { earlyRequests: plans } = await load<{ earlyRequests: readonly EarlyPlan[] }>(plan);
        const { TOKEN_KEY, USER_KEY } = await load<{ TOKEN_KEY: string; USER_KEY: string }>(SESSION);
        const built = plans.map((each) => withFiles(each, html, bundle));
        const values = [built, TOKEN_KEY, USER_KEY].map((value) => JSON.stringify(value)).join();
        const call = `(${beginRequests.toString()})(${values})`;
        const { code } = minifySync('early.js', call);
        if (/<\/script|<!--/i.test(code)) throw new Error('the early requests would end their script');
        // Before the first stylesheet, because a script waits for stylesheets above it.
        return html.replace('<title>', () => `<script>${code.trim()}</script>\n    <title>`);
      },
    },
  };
}

/** The plan with the files of its module, except those that the HTML loads anyway. */
function withFiles({ module, ...plan }: EarlyPlan, html: string, bundle: Rollup.OutputBundle): BuiltPlan {
  if (module === undefined) return plan;
  const needed = filesOf(new RegExp(`/${module.replaceAll('.', '\\.')}$`), bundle);
  const files = [...needed].filter((file) => !html.includes(file)).map((file) => `/${file}`);
  return { ...plan, files };
}
