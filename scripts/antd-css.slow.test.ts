import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readAntdCss, SHARED } from './antd-css.ts';

const published = dirname(createRequire(import.meta.url).resolve('antd/package.json'));
const css = readAntdCss();

test('the rules without a component are motions and icons alone', () => {
  const names = [...(css.get(SHARED) ?? '').matchAll(/(?:^|[{}])[^{}.@]*\.ant-([\w-]+)/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !/^(?:slide|zoom|move|fade|wave)/.test(name ?? ''))).toEqual([]);
});

test('no variables of a theme are taken from the published stylesheet, and no braces are lost', () => {
  const all = [...css.values()].join('');
  expect(all).not.toContain('css-var-');
  expect(all.split('{').length).toBe(all.split('}').length);
});

test('every component with a style has rules, except other names of one and a component without rules', () => {
  const folders = readdirSync(join(published, 'es'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => readdirSync(join(published, 'es', name)).includes('style'));
  const without = folders.filter((name) => !css.has(name));
  expect(without.toSorted()).toEqual(['back-top', 'col', 'config-provider', 'qrcode', 'row']);
});
