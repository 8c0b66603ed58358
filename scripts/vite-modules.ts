import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `.vite/modules.json`, which lists the modules of each chunk by path from the package root, for the bundle tests. Omits
 * modules that tree shaking removed completely.
 */
export function moduleList(): Plugin {
  let root = '';
  return {
    name: 'quotemill:modules',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const modules: Record<string, string[]> = {};
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        modules[output.fileName] = output.moduleIds.map((id) => relative(root, id).split(sep).join('/'));
      }
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(modules, null, 1),
      });
    },
  };
}
