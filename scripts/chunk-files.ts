import type { Rollup } from 'vite';

/**
 * The files that a module's chunk needs before it runs: its own, those of its imports, and their styles.
 * @throws Error when no chunk holds the module
 */
export function filesOf(module: RegExp, bundle: Rollup.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)));
  if (!first) throw new Error(`no chunk holds ${module}`);
  const files = new Set<string>();
  const add = (chunk: Rollup.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next) add(next);
    }
  };
  add(first);
  return files;
}
