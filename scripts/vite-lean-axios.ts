import type { Plugin } from 'vite';

const refuse = (what: string) =>
  `export default () => { throw new Error('left out of the build: ${what}') };`;

/**
 * Parts of axios that our one client (`src/providers/http.ts`) never reaches, by file, and what stands in their
 * place: it sends JSON by XMLHttpRequest and writes its query itself. They are 6 KB of the storefront's first load.
 */
const unused: Readonly<Record<string, string>> = {
  'adapters/fetch.js': 'export const getFetch = () => undefined;',
  'helpers/toFormData.js': refuse('forms made from objects'),
  'helpers/formDataToJSON.js': refuse('objects made from forms'),
  'helpers/HttpStatusCode.js': 'export default {};',
  'cancel/CancelToken.js': 'export default class CancelToken {}',
};

/** Leaves the parts of axios that nothing reaches out of the browser's bundles. */
export function leanAxios(): Plugin {
  return {
    name: 'quotemill:lean-axios',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/axios\/lib\// },
      handler: (id) => unused[/\/axios\/lib\/([^?]+)/.exec(id)?.[1] ?? ''],
    },
  };
}
