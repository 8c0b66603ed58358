import type { ThemeConfig } from 'antd';
import { basename } from 'node:path';
import { parseAst, runnerImport, type Plugin, type Rollup } from 'vite';
import { antdVariables } from './antd-variables.ts';
import { readAntdCss, SHARED } from './antd-css.ts';

const THEME = '/src/admin/app/theme.ts';
const PART = /[\\/]antd[\\/]es[\\/]([\w-]+)[\\/](?!locale[\\/])/;
const STYLE = /[\\/]antd[\\/]es[\\/].*[\\/]style(?:[\\/][\w-]+)?\.js$/;
const MAKER = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/;
const HOOKS = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);

/** What antd's modules get instead of these functions: they add no class and no style. */
const NO_HOOKS = `
export const genStyleHooks = () => () => ['', ''];
export const genComponentStyleHook = () => () => '';
export const genSubStyleComponent = () => () => null;
`;

/**
 * antd without styles at run time: instead of functions that compute rules and variables in the browser, the back office loads
 * a stylesheet with the published rules of the components that it contains, and with the variables of its theme. It comes
 * before all other stylesheets, as antd's own styles do.
 */
export function antdStyles(): Plugin {
  let stylesheet = '';
  return {
    name: 'quotemill:antd-styles',
    apply: 'build',
    transform(code, id) {
      if (MAKER.test(id)) {
        const start = code.indexOf('export const {');
        const end = code.indexOf('});', start);
        if (start < 0 || end < 0) this.error('antd makes its style hooks in another way now');
        return { code: code.slice(0, start) + NO_HOOKS + code.slice(end + '});'.length), map: null };
      }
      if (!STYLE.test(id)) return undefined;
      // Without arguments, so that the bundler drops the functions in them.
      const bare = hookCalls(parseAst(code)).reduceRight(
        (text, { callee, end }) => `${text.slice(0, callee?.end)}()${text.slice(end)}`,
        code,
      );
      return { code: bare, map: null };
    },
    async generateBundle(_options, bundle) {
      const { module } = await runnerImport<{ theme: ThemeConfig }>(THEME, {
        configFile: false,
        logLevel: 'error',
      });
      const rules = readAntdCss();
      const parts = [SHARED, ...partsIn(bundle)].map((name) => rules.get(name) ?? '');
      const source = antdVariables(module.theme) + parts.join('');
      stylesheet = this.getFileName(this.emitFile({ type: 'asset', name: 'antd.css', source }));
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        basename(filename) === 'admin.html'
          ? html.replace(
              /<link rel="stylesheet"/,
              `<link rel="stylesheet" crossorigin href="/${stylesheet}">\n    $&`,
            )
          : html,
    },
  };
}

/** The folders of antd's components in the bundle. */
function partsIn(bundle: Rollup.OutputBundle): string[] {
  const modules = Object.values(bundle).flatMap((output) =>
    output.type === 'chunk' ? output.moduleIds : [],
  );
  const parts = modules.flatMap((id) => PART.exec(id)?.[1] ?? []);
  return [...new Set(parts)].toSorted();
}

interface Call {
  end: number;
  callee?: { name?: string; end: number };
}

/** The calls that make style hooks, in their order. */
function hookCalls(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const call = node as Call;
  if (call.callee?.name !== undefined && HOOKS.has(call.callee.name)) return [call];
  return Object.values(node).flatMap(hookCalls);
}
