import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';

/**
 * Build target of the pages: docs/decisions/0069-oldest-browsers.md. Safari 15.4 runs code built for 16; for 15 the bundler would
 * rewrite every class because of a bug that no code here triggers.
 */
export const OLDEST_BROWSERS = ['chrome100', 'safari16', 'firefox100'];

const BUILT_INS = 'src/providers/old-browsers.ts';

/**
 * Adds a script to the HTML of each page: an unsupported browser shows a list of supported ones, and a browser that lacks some
 * built-ins loads them before the page's code.
 */
export function oldBrowsers(): Plugin {
  let root = '';
  let file = '';
  return {
    name: 'quotemill:old-browsers',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      const code = await builtIns(root);
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      file = `assets/old-browsers-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: file, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace('<title>', () => `<script>${checkScript(`/${file}`)}</script>\n    <title>`),
    },
  };
}

/** Bundles the built-ins as a classic script, which runs before modules. */
async function builtIns(root: string): Promise<string> {
  const output = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      copyPublicDir: false,
      target: OLDEST_BROWSERS,
      lib: { entry: join(root, BUILT_INS), formats: ['iife'], name: 'oldBrowsers' },
    },
  })) as Rollup.RollupOutput[];
  const [{ code } = { code: '' }] = output.flatMap((part) =>
    part.output.filter((each) => each.type === 'chunk'),
  );
  if (code === '') throw new Error(`${BUILT_INS} was built without code`);
  return code;
}

const NOTICE =
  '<main style="max-width:32em;margin:15vh auto;padding:0 1em;font:16px/1.8 sans-serif"><h1>浏览器版本过低</h1>' +
  '<p>请用 Chrome 100、Edge 100、Safari 15.4、Firefox 100 或更新的版本打开本页。</p>' +
  '<p>使用 360、QQ、搜狗等浏览器时，请升级到最新版，并切换到“极速模式”；在微信里请选择“在浏览器打开”。</p></main>';

/** Written for the oldest browsers and not minified: a minifier would use newer syntax. */
const checkScript = (url: string) => `
if (!window.structuredClone || !Object.hasOwn || ![].at || !window.HTMLDialogElement) {
  document.addEventListener('DOMContentLoaded', function () {
    document.title = '浏览器版本过低';
    document.body.innerHTML = ${JSON.stringify(NOTICE)};
  });
} else if (![].findLast || ![].toSpliced || ![].with || !''.isWellFormed || !URL.canParse) {
  document.write('<script src="${url}"><\\/script>');
}
`;
