import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const filesOf = (ending: string) =>
  readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
const read = (file: string) => readFileSync(join(src, file), 'utf8');

test('components use only classes that their style sheets declare', () => {
  const classesOf = new Map(
    filesOf('.module.css').map((file) => {
      const selectors = read(file)
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/\{[^{}]*\}/g, '{}');
      return [file, new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name))];
    }),
  );
  const missing = filesOf('.tsx').flatMap((file) =>
    Array.from(read(file).matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)).flatMap(
      ([line, styles = '', from = '']) => {
        const classes = classesOf.get(from.startsWith('#') ? from.slice(1) : join(dirname(file), from));
        const uses = read(file)
          .replace(line, '')
          .matchAll(new RegExp(String.raw`\b${styles}\.(\w+)\b(?!\S*')`, 'g'));
        return Array.from(uses, ([, used = '']) => used)
          .filter((used) => classes?.has(used) !== true)
          .map((used) => `${file}: ${used}`);
      },
    ),
  );
  expect(classesOf.size).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
