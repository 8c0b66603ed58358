import { basename } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** The most visited page of each HTML file: the quotation page, and a list in the back office's shell. */
const FIRST_PAGES: Readonly<Record<string, RegExp>> = {
  'index.html': /\/src\/storefront\/features\/quote\/quote-page\.tsx$/,
  'admin.html': /\/src\/admin\/resource-kit\/list-screen\.tsx$/,
};

/** Makes the browser fetch that page's code in parallel with the router's code instead of after it. */
export function preloadFirstPage(): Plugin {
  return {
    name: 'quotemill:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        const firstPage = FIRST_PAGES[basename(filename)];
        if (!bundle || !firstPage) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => firstPage.test(id)));
        if (!page) throw new Error(`no chunk holds the first page of ${filename}`);
        const files = [...withImports(page, chunks)].filter((file) => !html.includes(file));
        return files.map(linkTo);
      },
    },
  };
}

/** The files of a chunk and its imports, styles included. */
function withImports(
  chunk: Rollup.OutputChunk,
  chunks: readonly Rollup.OutputChunk[],
  found = new Set<string>(),
) {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const next = chunks.find(({ fileName }) => fileName === name);
    if (next) withImports(next, chunks, found);
  }
  return found;
}

function linkTo(file: string): HtmlTagDescriptor {
  const isStyle = file.endsWith('.css');
  return {
    tag: 'link',
    attrs: {
      rel: isStyle ? 'stylesheet' : 'modulepreload',
      crossorigin: true,
      href: `/${file}`,
    },
    injectTo: 'head',
  };
}
