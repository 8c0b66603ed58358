import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Refine's pages use one component of pro-layout, which brings antd 5's pro-components: ours takes its place. */
export const refineAliases = {
  '@ant-design/pro-layout': fileURLToPath(
    new URL('../src/admin/components/page-header.tsx', import.meta.url),
  ),
};

const CORE = /[\\/]@refinedev[\\/]core[\\/]dist[\\/]index\.mjs/;
const NAMING = /^__name\(\w+, "\w+"\);$/gm;

/**
 * Refine's core is published with a top-level call for each hook that keeps its function name. Bundlers may not drop
 * these calls, so every page would contain all hooks and their imports (a query parser, a CSV parser). The names are
 * unused; removing the calls saves 24 KB (brotli) of the back office's first list.
 */
export function dropFunctionNames(): Plugin {
  return {
    name: 'quotemill:refine',
    apply: 'build',
    transform(code, id) {
      if (!CORE.test(id)) return undefined;
      const slim = code.replaceAll(NAMING, '');
      if (slim === code) this.error('found no kept names in @refinedev/core: this plugin can go');
      return { code: slim, map: null };
    },
  };
}
