import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectsOf } from '#tests/support/setup/projects.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = ['src', 'scripts', 'bench', 'tests'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test\.tsx?|bar\.ts|long\.ts)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);
/** This file contains the patterns that it refuses. */
const gate = files.filter(
  (file) => /(?<!\.slow)\.test\.tsx?$/.test(file) && !file.endsWith('/patience.test.ts'),
);

/** Whether a path is among these patterns of `**`, `*` and `{a,b}`. */
const isAmong = (file: string, patterns: readonly string[] = []) =>
  patterns.some((pattern) => {
    const source = pattern
      .replaceAll('.', String.raw`\.`)
      .replaceAll('**/', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('\0', '(?:.*/)?')
      .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
    return new RegExp(`^${source}$`).test(file);
  });
const projectsWith = (file: string, tier: 'gate' | 'slow') =>
  projectsOf(tier)
    .filter(({ test: one }) => isAmong(file, one?.include) && !isAmong(file, one?.exclude))
    .map(({ test: one }) => one?.name);

const anywhere: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['elapsed time', /performance\.now\(\)\s*-|-\s*performance\.now\(\)|\bhrtime\b/g],
  ['processor time or memory', /\b(?:cpuUsage|memoryUsage|resourceUsage)\(/g],
  ['dice without a seed', /Math\.random\(|fc\.sample\((?![^;]*seed)/g],
  ['a limit below a minute', /\btimeout(?:Ms)?: (?=[1-9])(?:\d{1,3}|[1-5]?\d?_?\d{3})\b/g],
  ['a wait of a second', /\bvi\.wait(?:For|Until)\(/g],
  [
    'a sleep',
    /\bwaitForTimeout\(|\bawait (?:sleep|delay|pause)\(|await new Promise[^;]*\bsetTimeout\(\w+, /g,
  ],
  [
    'a test that may not run, or runs again',
    /\b(?:test|it|describe|bar)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf)\b|\bretry: \d/g,
  ],
  ['a branch on one look at the page', /\bif \([^\n]*isVisible\(|isVisible\(\)\)? \?/g],
  [
    'one look at the page',
    /expect\(\s*await [^;]*?\.(?:inputValue|count|textContent|innerText|isVisible)\(\)/g,
  ],
];
const besidesApart: typeof anywhere = [
  ['a mock beside other files', /\bvi\.(?:mock|doMock|resetModules)\(/g],
];

/** Violations of the rules in a text, by line. */
function faultsOf(text: string, rules = anywhere): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );
  return rules.flatMap(([reason, pattern]) =>
    [...code.matchAll(pattern)].map(
      ({ index, 0: found }) => `${code.slice(0, index).split('\n').length}: ${reason}: ${found}`,
    ),
  );
}

test.each([
  'expect(performance.now() - startedAt).toBeLessThan(5);',
  'process.memoryUsage().heapUsed',
  'const n = Math.random();',
  'fc.sample(parts, 3);',
  'await waitFor(() => done(), { timeout: 5_000 });',
  'await expect.poll(() => done(), { timeout: 500 });',
  'await vi.waitFor(() => done());',
  'await page.waitForTimeout(100);',
  'await new Promise((resolve) => setTimeout(resolve, 100));',
  "test.skip('it works', () => undefined);",
  'if (await button.isVisible()) await button.click();',
  'expect(await field.inputValue()).toBe(text);',
])('the rules refuse %s', (code) => {
  expect(faultsOf(code)).toHaveLength(1);
});

test('gate tests do not measure time or use random values, and wait for conditions', () => {
  expect(gate.length).toBeGreaterThan(300);
  const faults = gate.flatMap((file) => {
    const text = readFileSync(root + file, 'utf8');
    const isApart = projectsWith(file, 'gate').includes('ui-apart');
    return faultsOf(text, isApart ? anywhere : [...anywhere, ...besidesApart]).map(
      (fault) => `${file}:${fault}`,
    );
  });
  expect(faults).toEqual([]);
});

test('each test file is in one project of one tier', () => {
  const misplaced = files.filter((file) => {
    if (/\.(?:bar|long)\.ts$/.test(file)) return !file.startsWith('tests/trust/');
    const isSlow = /\.slow\.test\.tsx?$/.test(file);
    // The projects of vitest.slow.config.ts without a counterpart in the gate.
    if (isSlow && /^(?:bench|tests\/faults)\//.test(file)) return projectsWith(file, 'slow').length > 0;
    return (
      projectsWith(file, 'gate').length !== (isSlow ? 0 : 1) ||
      (isSlow && projectsWith(file, 'slow').length !== 1)
    );
  });
  expect(misplaced).toEqual([]);
});
