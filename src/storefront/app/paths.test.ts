import { expect, test } from 'vitest';
import { pageRoots } from '#contract/system/pages.ts';
import { paths, patterns, returnPath } from './paths.ts';

test('the server serves every page except the 404 page', () => {
  const strange = Object.values(patterns).filter(
    (pattern) => !pageRoots.includes(pattern.split('/')[1] ?? ''),
  );
  expect(strange).toEqual([patterns.quote, patterns.notFound]);
});

test.each([
  ['/order/details/3', '/order/details/3'],
  ['/order/success?id=3#x', '/order/success?id=3#x'],
  [null, '/'],
  ['', '/'],
  ['order', '/'],
  ['//evil.example', '/'],
  ['//evil.example/order/details/3', '/'],
  [String.raw`/\evil.example`, '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/user/login?from=/user/login', '/'],
  ['/.//evil.com', '/'],
  ['/a/..//evil.com/x', '/'],
])('signing in with the return path %j leads to %s', (from, to) => {
  expect(returnPath(from)).toBe(to);
});

test('a return path survives the login URL unchanged', () => {
  const wanted = '/order/success?id=3&x=%26';
  const from = new URL(paths.login(wanted), 'http://here').searchParams.get('from');
  expect(returnPath(from)).toBe(wanted);
});
