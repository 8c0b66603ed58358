import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';

/** docs/decisions/0069-oldest-browsers.md */
const FLOOR = { chrome: 100, safari: 15.4, firefox: 100 } as const;
/** Libraries check for these before they use them. */
const LOOKED_FOR = ['Error.captureStackTrace', 'Symbol.dispose'];
/** Their method names are common words that other objects use too. */
const NOT_TOLD_BY_NAME = /Iterator|Disposable|Buffer|^Set$|^Memory$|Temporal|^Atomics$|^WebAssembly$/;
/** The reader of PDF files needs a newer browser; the viewer of drawings then offers the file. */
const PDF_READER = /^(?:open-pdf|pdf\.worker)/;

const root = fileURLToPath(new URL('../../', import.meta.url));
const assets = join(root, 'dist/client/assets');
const scripts = readdirSync(assets).filter((file) => /\.m?js$/.test(file) && !PDF_READER.test(file));

/** Built-ins that one of the oldest supported browsers lacks: `Object.groupBy`, and `.toSorted` for a method. */
let lacking: readonly string[] = [];
beforeAll(() => {
  const path = join(root, 'node_modules/@mdn/browser-compat-data/data.json');
  const data = JSON.parse(readFileSync(path, 'utf8')) as CompatData;
  const inFloor = new Map<string, boolean>();
  const note = (name: string, of: CompatStatement) =>
    inFloor.set(name, inFloor.get(name) === true || isInFloor(of));
  for (const [owner, of] of membersOf(data.javascript['builtins'] as Identifier)) {
    for (const [name, { __compat }] of membersOf(of)) {
      if (!__compat || !/^\w+$/.test(name)) continue;
      const isMethod = String(__compat.spec_url).includes('.prototype.');
      if (isMethod && NOT_TOLD_BY_NAME.test(owner)) continue;
      note(isMethod ? `.${name}` : `${owner}.${name}`, __compat);
    }
  }
  for (const [owner, of] of membersOf(data.api)) {
    for (const [name, { __compat }] of membersOf(of)) {
      if (__compat && name.endsWith('_static'))
        note(`${owner}.${name.slice(0, -'_static'.length)}`, __compat);
    }
  }
  lacking = [...inFloor].filter(([, isThere]) => !isThere).map(([name]) => name);
});

const membersOf = (of: Identifier) =>
  Object.entries(of).filter(([name]) => name !== '__compat') as [string, Identifier][];

function isInFloor({ support }: CompatStatement): boolean {
  return Object.entries(FLOOR).every(([browser, floor]) =>
    [support[browser as keyof typeof FLOOR] ?? []].flat().some(({ version_added: since, flags, prefix }) => {
      if (typeof since !== 'string' || flags || prefix) return false;
      return Number(since.replace('≤', '')) <= floor;
    }),
  );
}

/** The built-ins that a script's text mentions. */
const usesOf = (text: string) =>
  new Set(
    [...text.matchAll(/([\w$]*)(\.[A-Za-z]\w*)/g)].flatMap(([, owner = '', name = '']) => [
      owner + name,
      name,
    ]),
  );

/** The polyfills of `src/providers/old-browsers.ts`: `es.array.to-sorted` is `.toSorted`, `web.url.can-parse` is `URL.canParse`. */
function suppliedNames(): string[] {
  const source = readFileSync(join(root, 'src/providers/old-browsers.ts'), 'utf8');
  return [...source.matchAll(/(es|web)\.(\w+)\.([a-z-]+)\.js/g)].map(([, family, owner = '', name = '']) => {
    const member = name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
    return family === 'web' ? `${owner.toUpperCase()}.${member}` : `.${member}`;
  });
}

test('the list of missing built-ins has the new ones and none of the old ones', () => {
  expect(lacking).toEqual(
    expect.arrayContaining(['.toSorted', '.isWellFormed', 'URL.canParse', 'Object.groupBy']),
  );
  for (const old of ['.at', '.flat', 'Object.hasOwn', '.replaceAll', 'Math.abs'])
    expect(lacking).not.toContain(old);
});

test('no script uses a built-in that the oldest browsers lack, unless a polyfill supplies it', () => {
  const supplied = suppliedNames();
  expect(supplied).toContain('.toSorted');
  const found = scripts.flatMap((file) => {
    const text = readFileSync(join(assets, file), 'utf8');
    // Workers do not share the page's polyfills: they contain their own.
    const isSupplied = !file.includes('.worker') || text.includes('core-js');
    const uses = usesOf(text);
    return lacking
      .filter(
        (name) => uses.has(name) && !LOOKED_FOR.includes(name) && !(isSupplied && supplied.includes(name)),
      )
      .map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('no regular expression uses lookbehind, which Safari before 16.4 cannot parse', () => {
  const literal = /[=(,:!&|?{;]\s*\/(?:[^/\\\n]|\\.)*\(\?<[=!]/;
  expect(literal.test('a=/(?<=x)y/')).toBe(true);
  expect(scripts.filter((file) => literal.test(readFileSync(join(assets, file), 'utf8')))).toEqual([]);
});

test.each(['index.html', 'admin.html'])(
  '%s names the supported browsers in a script that older ones can run',
  (page) => {
    const html = readFileSync(join(root, 'dist/client', page), 'utf8');
    const [, check = ''] = /<script>(\s*if \(!window\.structuredClone[^]*?)<\/script>/.exec(html) ?? [];
    expect(check).toContain('Chrome 100、Edge 100、Safari 15.4、Firefox 100');
    expect(check).not.toMatch(/=>|`|\blet\b|\bconst\b|\?\./);
    const [, supplied = ''] = /src="\/assets\/([^"]+)"/.exec(check) ?? [];
    expect(readdirSync(assets)).toContain(supplied);
  },
);
