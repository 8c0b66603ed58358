import { expect, test } from 'vitest';
import { pageRoots } from '#contract/pages.ts';
import { idFromAddress, paths, patterns, returnAddress } from './paths.ts';

test('every page but that of 404 is served as one', () => {
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
])('after signing in %j leads to %s', (from, to) => {
  expect(returnAddress(from)).toBe(to);
});

test('the way to the login page and back keeps an address whole', () => {
  const wanted = '/order/success?id=3&x=%26';
  const from = new URL(paths.login(wanted), 'http://here').searchParams.get('from');
  expect(returnAddress(from)).toBe(wanted);
});

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['01', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1.0', undefined],
  ['', undefined],
  [undefined, undefined],
])('the id %j in an address is %s', (text, id) => {
  expect(idFromAddress(text)).toBe(id);
});
