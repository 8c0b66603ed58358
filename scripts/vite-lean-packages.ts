import type { Plugin } from 'vite';

const refuse = (what: string) =>
  `export default () => { throw new Error('left out of the build: ${what}') };`;

/**
 * Parts of packages that nothing of ours reaches, by file, and what stands in their place.
 *
 * axios: our one client (`src/providers/http.ts`) sends JSON by XMLHttpRequest and writes its query itself; 6 KB of the
 * storefront's first load. antd: no column of ours filters by a menu in its head, which brings a tree; 7 KB of the
 * back office's first list.
 */
const unused: Readonly<Record<string, string>> = {
  'axios/lib/adapters/fetch.js': 'export const getFetch = () => undefined;',
  'axios/lib/helpers/toFormData.js': refuse('forms made from objects'),
  'axios/lib/helpers/formDataToJSON.js': refuse('objects made from forms'),
  'axios/lib/helpers/HttpStatusCode.js': 'export default {};',
  'axios/lib/cancel/CancelToken.js': 'export default class CancelToken {}',
  'antd/es/table/hooks/useFilter/FilterDropdown.js': `${refuse('filters in a column’s head')} export const flattenKeys = () => [];`,
};

/** Leaves parts of packages that nothing reaches out of the browser's bundles. */
export function leanPackages(): Plugin {
  const left = new Set(Object.keys(unused));
  return {
    name: 'quotemill:lean-packages',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/node_modules\/(?:axios\/lib|antd\/es\/table)\// },
      handler(id) {
        const file = /.*\/node_modules\/([^?]+)/.exec(id)?.[1] ?? '';
        left.delete(file);
        return unused[file];
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`nothing imports ${[...left].join(', ')} any more`);
    },
  };
}
