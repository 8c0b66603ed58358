import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One record of Vite's manifest, as far as it is read here; imports are keys of other records. */
interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

export interface FirstLoad {
  /** Bytes over the wire, brotli; a file too small to have a compressed twin counts in full. */
  jsBytes: number;
  cssBytes: number;
  scripts: number;
  /** Its modules, by path from the package root. */
  modules: string[];
}

const client = fileURLToPath(new URL('../../../dist/client/', import.meta.url));

/**
 * The files a browser loads before it shows a page: the entry of the HTML file, the chunks of `pageModules`,
 * and all their static imports. Throws when a page's module is in no chunk, or in several.
 */
export function readFirstLoad(html: string, pageModules: readonly RegExp[]): FirstLoad {
  const manifest = readManifest();
  const modulesOf = readModules();
  const chunks = new Map<string, ManifestChunk>();

  function add(key: string): void {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest has no ${key}`);
    if (chunks.has(key)) return;
    chunks.set(key, chunk);
    for (const next of chunk.imports ?? []) add(next);
  }

  add(html);
  for (const page of pageModules) {
    const keys = Object.keys(manifest).filter((key) =>
      modulesOf[manifest[key]?.file ?? '']?.some((module) => page.test(module)),
    );
    if (keys.length !== 1) throw new Error(`${page} is in ${keys.length} chunks, not in one`);
    for (const key of keys) add(key);
  }
  const files = [...chunks.values()];
  return {
    jsBytes: sum(files.map((chunk) => chunk.file)),
    cssBytes: sum([...new Set(files.flatMap((chunk) => chunk.css ?? []))]),
    scripts: files.length,
    modules: files.flatMap((chunk) => modulesOf[chunk.file] ?? []),
  };
}

/** The geometry kernels by the name of their package file, in bytes over the wire, brotli. */
export function readKernels(): Record<string, number> {
  const names = readdirSync(`${client}assets`).filter((name) => name.endsWith('.wasm'));
  return Object.fromEntries(
    names.map((name) => [name.replace(/-[\w-]{8}\.wasm$/, ''), wireBytes(`assets/${name}`)]),
  );
}

/** The npm packages among modules, each once: `antd`, `@refinedev/core`. */
export function packagesOf(modules: readonly string[]): string[] {
  const names = modules.map((module) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

/** Every module of every chunk that can be reached from the HTML file, lazily loaded ones included. */
export function readAllModules(html: string): string[] {
  const manifest = readManifest();
  const modulesOf = readModules();
  const seen = new Set<string>();
  const waiting = [html];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    waiting.push(...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? []));
  }
  return [...seen].flatMap((key) => modulesOf[manifest[key]?.file ?? ''] ?? []);
}

const readManifest = (): Record<string, ManifestChunk> =>
  JSON.parse(readFileSync(`${client}.vite/manifest.json`, 'utf8'));

/** Chunk → its modules, as `scripts/vite-modules.ts` wrote them. */
const readModules = (): Record<string, string[]> =>
  JSON.parse(readFileSync(`${client}.vite/modules.json`, 'utf8'));

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + wireBytes(file), 0);
}

function wireBytes(file: string): number {
  const compressed = statSync(`${client}${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(client + file)).size;
}
