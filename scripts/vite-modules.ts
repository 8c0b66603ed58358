import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `.vite/modules.json` beside the manifest: for each chunk the modules whose code is in it, by path from
 * the package root. The bundle tests read it; fully tree-shaken modules are omitted.
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
