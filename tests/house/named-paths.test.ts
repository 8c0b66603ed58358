import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  'docs/operations.md',
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

/** Files that a reader of "Add a resource" creates. */
const isExample = (path: string) => /\bmachines?\b/.test(path);
const path = String.raw`(?:src|tests|scripts|bench|docs|deploy)/[\w./@-]+`;
const inBackticks = new RegExp(`\`(${path})\``, 'g');
/** A line of a map: a path and its description. */
const inMap = new RegExp(`^(${path}) {2,}`, 'gm');
const inLink = /\]\((?!https?:|#)([^)#]+)/g;

/** Paths from the package root that a document names. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const linked = found(inLink).map((target) => join(dirname(document), target));
  return [...found(inBackticks), ...found(inMap), ...linked].filter((name) => !isExample(name));
}

test.each(documents)('%s names files and folders that exist', (document) => {
  expect(pathsIn(document).filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

/** Also checks that the patterns match anything at all. */
test('the README names the map of the source, and a picture of each area', () => {
  const named = pathsIn('README.md');
  expect(named).toEqual(
    expect.arrayContaining(['src/domain', 'src/contract/endpoints.ts', 'CONTRIBUTING.md']),
  );
  expect(named.filter((name) => name.startsWith('docs/pictures/'))).toHaveLength(3);
});

const sourceFolders = ['src', 'tests', 'scripts', 'bench'];
/** A source file named without its folder. */
const fileName = /`([\w.-]+\.(?:ts|tsx|mjs))`/g;

test('source files that the documents name without their folder exist', () => {
  const known = new Set(
    sourceFolders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => basename(name)),
    ),
  );
  const named = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(fileName)].map(([, name = '']) => ({
      document,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !known.has(name) && !isExample(name))).toEqual([]);
});

test('npm commands named in the documents exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const known = new Set(Object.keys(scripts));
  const unknown = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/npm run ([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${document}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});
