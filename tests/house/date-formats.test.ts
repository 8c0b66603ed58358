import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../src/', import.meta.url));

/** The only module that writes dates and times for people. */
const MODULE = join('domain', 'shanghai-time.ts');

/** The pickers of antd get their pattern as text; these two equal the formats of the module. */
const PICKER_PATTERNS = new Set(['YYYY-MM-DD', 'YYYY-MM-DD HH:mm', 'HH:mm']);

const refused: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['the browser chooses the format', /\.toLocale(Date|Time)String\(/],
  ['the browser chooses the format', /new Date\([^)]*\)\s*\.toLocaleString\(/],
  ['a formatter of its own', /\bDateTimeFormat\b/],
  ['an instant cut by hand', /toISOString\(\)\s*\.(slice|substring|split|replace)/],
  ['a date composed by hand', /\$\{[^}]*\}月\$\{/],
];

const patternOfDate = /(['"`])([^'"`\n]*\b(?:YYYY|MM-DD|HH:mm|M月D日)[^'"`\n]*)\1/g;

/** Violations of the rule in a file. */
function faultsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [
    ...refused.flatMap(([reason, pattern]) => {
      const found = pattern.exec(code);
      return found ? [`${reason}: ${found[0]}`] : [];
    }),
    ...[...code.matchAll(patternOfDate)]
      .map(([, , pattern = '']) => pattern)
      .filter((pattern) => !PICKER_PATTERNS.has(pattern))
      .map((pattern) => `another pattern: ${pattern}`),
  ];
}

test.each([
  'new Date(instant).toLocaleDateString()',
  "new Date(holder.since).toLocaleString('zh-CN')",
  "const day = new Intl.DateTimeFormat('zh-CN')",
  'now.toISOString().slice(0, 10)',
  "dayjs(value).format('YYYY/MM/DD')",
  "dayjs(value).format('YYYY-MM-DD HH:mm:ss')",
  '`${Number(month)}月${Number(date)}日`',
])('the rule refuses %s', (code) => {
  expect(faultsOf(code)).toHaveLength(1);
});

test('dates and times have one format, which one module writes', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && file !== MODULE && !/\.(test|test-data)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});
