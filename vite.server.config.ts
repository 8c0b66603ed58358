import { defineConfig } from 'vite';

/**
 * Builds the server as plain ESM in dist/server, without packages. The folder is flat, so that `new URL('../../', import.meta.url)`
 * is the package root whichever file the bundler moves the line to.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        cli: 'src/server/cli.ts',
        'pdf-worker': 'src/server/modules/documents/pdf-worker.ts',
        'measure-child': 'src/server/modules/models/measure-child.ts',
        'replay-worker': 'src/server/modules/replay/replay-worker.ts',
        'table-worker': 'src/server/tables/table-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
