import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

/** Files below the size of one network packet gain nothing from compression. */
const SMALLEST_BYTES = 1_000;

/** Writes `x.br` (quality 11) and `x.gz` (level 9) next to every text asset, so that the server never compresses one. */
export function precompress(): Plugin {
  return {
    name: 'quotemill:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(files.filter((file) => servable(file)).map((file) => compress(join(dir, file))));
    },
  };
}

function servable(file: string): boolean {
  return COMPRESSIBLE.test(file) && !file.startsWith('.vite');
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    brotli(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    zip(content, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
