import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import { fileURLToPath } from 'node:url';
import { firstLoadChunks } from './scripts/vite-first-load.ts';
import { leanPackages } from './scripts/vite-lean-packages.ts';
import { moduleList } from './scripts/vite-modules.ts';
import { API_PATHS, pages } from './scripts/vite-pages.ts';
import { preloadFirstPage } from './scripts/vite-preload.ts';
import { precompress } from './scripts/vite-precompress.ts';
import { dropFunctionNames } from './scripts/vite-refine.ts';
import { styleNonce } from './scripts/vite-style-nonce.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Refine's CSV import and markdown field are not used; saying that their packages do nothing on import lets them be shaken away. */
const UNUSED_PACKAGES =
  /node_modules[\\/](?:papaparse|error-stack-parser|stackframe|react-markdown|remark|micromark|mdast|hast|unist|unified|vfile|property-information|style-to-)/;

/**
 * Modules of 0.2 to 1 KB that many pages load, in one file: apart, much of what they weigh is the cost of a file. What
 * they import stays where it is, in the first load of both pages.
 */
const CATALOGUE =
  /src[\\/](?:contract[\\/](?:default-configs|dictionaries|machining-prices|materials|processes)|providers[\\/]access-control|domain[\\/](?:money|permissions|process-tree[\\/]types))\.ts/;

/** What both the draft of the build and the build itself do. */
const shared = (): UserConfig => ({
  plugins: [react(), leanPackages(), dropFunctionNames(), styleNonce()],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    // Vite would compress every chunk once more, only to print its size.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { storefront: 'index.html', admin: 'admin.html' },
      treeshake: { moduleSideEffects: [{ test: UNUSED_PACKAGES, sideEffects: false }] },
    },
  },
});

/** The browser's two pages, storefront and back office; `vite.server.config.ts` builds the server. */
export default defineConfig(async ({ command }) =>
  mergeConfig(shared(), {
    plugins: [pages(), moduleList(), preloadFirstPage(), precompress()],
    server: {
      strictPort: false,
      proxy: Object.fromEntries(API_PATHS.map((path) => [path, server])),
    },
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: command === 'build' ? await chunkGroups() : [],
          },
        },
      },
    },
  }),
);

const chunkGroups = async () => [
  { name: await firstLoadChunks({ root, ...shared() }), debugName: 'first load', priority: 1 },
  { name: 'catalogue', test: CATALOGUE },
];
