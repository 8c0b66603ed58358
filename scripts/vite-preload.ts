import { basename } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** The most visited page of each HTML file: the quotation page, and a list in the back office's shell. */
const FIRST_PAGES: Readonly<Record<string, RegExp>> = {
  'index.html': /\/src\/storefront\/features\/quote\/quote-page\.tsx$/,
  'admin.html': /\/src\/admin\/resource-kit\/list-screen\.tsx$/,
};

/** Preloads the code of that page in parallel with the code of the router instead of after it. */
export function preloadFirstPage(): Plugin {
  return {
    name: 'quotemill:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        const firstPage = FIRST_PAGES[basename(filename)];
        if (!bundle || !firstPage) return [];
        return [...filesOf(firstPage, bundle)].filter((file) => !html.includes(file)).map(linkTo);
      },
    },
  };
}

/**
 * The files that the chunk of a module needs before it runs: its own, its imports, and their styles.
 * @throws Error when no chunk contains the module
 */
function filesOf(module: RegExp, bundle: Rollup.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)));
  if (!first) throw new Error(`no chunk contains ${module}`);
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
