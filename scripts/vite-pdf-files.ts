import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Files that pdf.js fetches by name: character maps of Chinese, Japanese and Korean fonts (1 MB), the standard fonts of PDF (0.8 MB),
 * and the decoder of JPEG 2000 without WebAssembly, with their licences.
 */
const patterns = {
  cmaps: /\.bcmap$|^LICENSE/,
  standard_fonts: /\.(?:pfb|ttf)$|^LICENSE/,
  wasm: /nowasm|^LICENSE_\w*OPENJPEG$/,
} as const;

/** Serves them under `/assets/pdfjs-<version>/`, from where `src/viewer/drawings/open-pdf.ts` loads them. */
export function pdfFiles(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = `assets/pdfjs-${version}`;
  const files = new Map<string, string>(
    Object.entries(patterns).flatMap(([name, pattern]) =>
      readdirSync(join(root, name))
        .filter((file) => pattern.test(file))
        .map((file) => [`${folder}/${name}/${file}`, join(root, name, file)] as const),
    ),
  );
  return {
    name: 'quotemill:pdf-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').slice(1));
        if (path === undefined) return next();
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        response.end(readFileSync(path));
      });
    },
    generateBundle() {
      for (const [fileName, path] of files) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
      }
      const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: `${folder}/LICENSE.txt`, source: licence });
    },
  };
}
