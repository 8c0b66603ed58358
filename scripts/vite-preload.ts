import { basename } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { filesOf } from './chunk-files.ts';

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
        return [...filesOf(firstPage, bundle)].filter((file) => !html.includes(file)).map(linkTo);
      },
    },
  };
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
