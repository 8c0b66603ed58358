import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firstLoadChunks } from './scripts/vite-first-load.ts';
import { licences } from './scripts/vite-licences.ts';
import { moduleList } from './scripts/vite-modules.ts';
import { OLDEST_BROWSERS, oldBrowsers } from './scripts/vite-old-browsers.ts';
import { API_PATHS, pages } from './scripts/vite-pages.ts';
import { preloadFirstPage } from './scripts/vite-preload.ts';
import { pdfFiles } from './scripts/vite-pdf-files.ts';
import { precompress } from './scripts/vite-precompress.ts';
import { refineAliases } from './scripts/vite-refine.ts';
import { styleNonce } from './scripts/vite-style-nonce.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Packages of Refine's unused CSV import and markdown field. Marked as free of side effects, so that the bundler drops them. */
const UNUSED_PACKAGES =
  /node_modules[\\/](?:papaparse|error-stack-parser|stackframe|react-markdown|remark|micromark|mdast|hast|unist|unified|vfile|property-information|style-to-)/;

/** The uncompressed size of a kernel, for the progress of its download: the response header states the compressed size. */
const bytesOf = (file: string) => String(statSync(fileURLToPath(import.meta.resolve(file))).size);

/** Options shared by the trial build and the build. */
const shared = (): UserConfig => ({
  resolve: { alias: refineAliases },
  define: {
    OCCT_BYTES: bytesOf('replicad-opencascadejs/wasm'),
    IGES_BYTES: bytesOf('@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.wasm'),
  },
  plugins: [react(), styleNonce()],
  // The model reader loads its kernels on demand.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    target: OLDEST_BROWSERS,
    manifest: true,
    sourcemap: false,
    // Vite would compress every chunk again only to print its size.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { storefront: 'index.html', admin: 'admin.html' },
      treeshake: { moduleSideEffects: [{ test: UNUSED_PACKAGES, sideEffects: false }] },
    },
  },
});

/** The two browser pages, storefront and back office; `vite.server.config.ts` builds the server. */
export default defineConfig(async ({ command, mode }) =>
  mergeConfig(shared(), {
    plugins: [
      pages(),
      licences(),
      pdfFiles(),
      moduleList(),
      preloadFirstPage(),
      oldBrowsers(),
      precompress({ isQuick: mode === 'quick' }),
    ],
    server: {
      strictPort: false,
      proxy: Object.fromEntries(API_PATHS.map((path) => [path, server])),
    },
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups:
              command === 'build'
                ? [{ name: await firstLoadChunks({ root, ...shared() }), debugName: 'first load' }]
                : [],
          },
        },
      },
    },
  }),
);
