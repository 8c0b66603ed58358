import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(?:m?js|css|html|svg|json|txt|webmanifest|wasm)$/;

/** Large files copied unchanged from packages. */
const PACKAGE_FILE = /\.(?:wasm|mjs)$|[\\/]pdfjs-[^\\/]+[\\/]/;

/** Files below the size of one network packet gain nothing from compression. */
const SMALLEST_BYTES = 1_000;

const cache = fileURLToPath(new URL('../node_modules/.cache/precompressed/', import.meta.url));

/** Quality for package files in a quick build: a seventh of the time, 15 % larger files. */
const QUICK_QUALITY = 9;

/**
 * Writes `x.br` (quality 11) and `x.gz` (level 9) next to every text asset, so that the server never compresses one.
 * A quick build compresses the files of packages less, unless an earlier build has cached them.
 */
export function precompress({ isQuick }: { isQuick: boolean }): Plugin {
  return {
    name: 'quotemill:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files.filter((file) => isServed(file)).map((file) => compress(join(dir, file), isQuick)),
      );
    },
  };
}

function isServed(file: string): boolean {
  return COMPRESSIBLE.test(file) && !file.startsWith('.vite');
}

async function compress(path: string, isQuick: boolean): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    PACKAGE_FILE.test(path)
      ? copyCompressed(content, `${path}.br`, isQuick)
      : brotli(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    zip(content, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}

/** Caches files of packages, which take a minute at the highest quality and change only with the version. */
async function copyCompressed(content: Buffer, target: string, isQuick: boolean): Promise<void> {
  const cached = join(cache, `${createHash('sha256').update(content).digest('hex')}.br`);
  const isCached = await copyFile(cached, target).then(
    () => true,
    () => false,
  );
  if (isCached) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isQuick ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const small = await brotli(content, { params });
  await writeFile(target, small);
  if (isQuick) return;
  // The cache may belong to another user: then each build compresses.
  await writeAtomically(cached, small).catch((error: Error) =>
    console.warn(`not cached for the next build: ${error.message}`),
  );
}

/** The file is complete or absent, even when two builds end at once. */
async function writeAtomically(path: string, small: Buffer): Promise<void> {
  await mkdir(cache, { recursive: true });
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, small);
  await rename(partial, path);
}
