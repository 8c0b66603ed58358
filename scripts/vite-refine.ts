import type { Plugin } from 'vite';

const CORE = /[\\/]@refinedev[\\/]core[\\/]dist[\\/]index\.mjs/;
const NAMING = /^__name\(\w+, "\w+"\);$/gm;

/**
 * Refine's core was bundled with its functions' names kept: a call at the top level for each hook, which no bundler may
 * drop, so that every page would carry all of them and what they import (a query parser, a CSV parser). The names
 * serve nobody; without those calls 24 KB (brotli) fewer reach the back office's first list.
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
